import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import type { Findings } from '../../modules/findings/contract/findings';
import type { VerificationStatus } from '../../modules/findings/contract/findings-parts';
import { enoughEvidence, foundByService } from '../../modules/findings/rules/completeness';
import type { Reviewed, RuleContext } from '../../modules/findings/rules/rule';
import { flawsOf, settled, unpaidFlaws } from '../../modules/findings/rules/rules';
import { pdfPages, withoutSpace } from '../support/answers';
import { context, findingsFixture, searchFixture, sound } from '../support/findings';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

const htmlOf = async (findings: Findings) => withoutSpace((await renderer.html(findings)).toString());

const verification = (status: VerificationStatus = 'verified') => ({
  status,
  checkedAt: '2026-11-22T10:10:00.000Z',
  contentSha256: null,
});

interface Cited {
  cited: number;
  verified?: number;
  hosts?: number;
  pages?: number;
}

describe('the floor for being paid', () => {
  /** Sources on `pages` pages, spread over the hosts. The first `verified` sources are verified. */
  const evidenceOf = ({ cited, verified = 0, hosts = 3, pages = cited }: Cited) =>
    Array.from({ length: cited }, (_, i) => ({
      ...sound.evidence[0]!,
      evidenceId: `ev${i + 1}`,
      sourceUrl: `https://${'abcdefgh'[i % hosts]}.example/${i % pages}#part-${i}`,
      verification: verification(i < verified ? 'verified' : 'unreachable'),
    }));
  const flawsOfFloor = (evidence: Reviewed['evidence'], depth: RuleContext['depth'] = 'research') =>
    enoughEvidence.flaws({ ...sound, evidence }, { ...context, depth });

  test.each([
    { cited: 8, verified: 5, hosts: 3 },
    { cited: 10, verified: 6, hosts: 8 },
  ])('is met with %j', (numbers) => {
    expect(flawsOfFloor(evidenceOf(numbers))).toEqual([]);
  });

  test.each([
    ['four of five verified', { cited: 5, verified: 4, hosts: 4 }],
    ['two hosts', { cited: 9, verified: 9, hosts: 2 }],
    ['four pages', { cited: 8, verified: 8, hosts: 4, pages: 4 }],
    ['less than 60% verified', { cited: 9, verified: 5, hosts: 5 }],
  ])('is missed with %s, and the flaws name unverified sources', (_, numbers) => {
    const [flaw, ...unverified] = flawsOfFloor(evidenceOf(numbers));
    expect(flaw).toMatchObject({ pointer: '/evidence' });
    expect(flaw!.detail).toContain(`verified are ${numbers.verified} of ${numbers.cited}`);
    expect(unverified).toHaveLength(numbers.cited - numbers.verified);
  });

  test('is missed from edition 2 on if the service could open no page', () => {
    const seen = (status: VerificationStatus) =>
      evidenceOf({ cited: 8 }).map((entry, i) => ({
        ...entry,
        verification: {
          ...verification(i === 0 ? status : 'unreachable'),
          ...(i > 0 && { seenByAgent: true as const }),
        },
      }));
    const flaws = (status: VerificationStatus) => foundByService.flaws({ ...sound, evidence: seen(status) }, context);
    expect([flawsOfFloor(seen('unreachable')), flaws('verified')]).toEqual([[], []]);
    expect(flaws('unreachable')).toMatchObject([{ pointer: '/evidence' }]);
    const closed = { ...sound, evidence: seen('unreachable') };
    const [older, newer] = [1, 2].map((edition) => unpaidFlaws(closed, { ...context, edition }));
    expect([older!.length, newer!.length]).toEqual([0, 1]);
  });

  test('counts citations if quotations are not checked, and does not apply to scans', () => {
    const unchecked = (cited: number) => evidenceOf({ cited }).map(({ verification: _none, ...entry }) => entry);
    expect(flawsOfFloor(unchecked(5))).toEqual([]);
    expect(flawsOfFloor(unchecked(4))).toHaveLength(1);
    expect(flawsOfFloor([], 'scan')).toEqual([]);
  });
});

test.each<[VerificationStatus, VerificationStatus, 'primary' | 'claim', 'fact' | 'estimate', 'low' | 'medium']>([
  ['verified', 'unreachable', 'primary', 'fact', 'medium'],
  ['not_found', 'unreachable', 'primary', 'estimate', 'low'],
  ['not_text', 'unreachable', 'primary', 'estimate', 'low'],
  ['verified', 'unreachable', 'claim', 'estimate', 'medium'],
])(
  'limits a score on %s and %s evidence (first: %s) to %s with %s confidence',
  (one, other, grade, basis, confidence) => {
    const evidence = sound.evidence.map((entry, i) => ({
      ...entry,
      grade: i === 0 ? grade : ('primary' as const),
      verification: verification([one, other][i]),
    }));
    const demand = {
      ...sound.dimensions.demand,
      basis: 'fact',
      confidence: 'medium',
      evidenceIds: ['ev1', 'ev2'],
    } as const;
    const findings = { ...sound, evidence, dimensions: { ...sound.dimensions, demand } } as unknown as Reviewed;
    const pointers = flawsOf(findings, context).map(({ pointer }) => pointer);
    expect(pointers.includes('/dimensions/demand/confidence')).toBe(confidence === 'low');
    expect(settled(findings, context)!.dimensions.demand).toMatchObject({ basis, confidence });
  },
);

test('says on the first page that no cited page opened, and claims no check', async () => {
  const closed = ({ evidence }: Pick<Findings, 'evidence'>) =>
    evidence.map((entry, i) => ({ ...entry, verification: verification(i % 2 === 0 ? 'unreachable' : 'not_text') }));
  const findings = findingsFixture();
  const count = new Set(findings.evidence.map(({ sourceUrl }) => sourceUrl)).size;
  const said = withoutSpace(
    `We could not check any quote in this document: none of the ${count} pages it cites opened`,
  );
  const whole = { ...findings, evidence: closed(findings) };
  const html = await htmlOf(whole);
  expect(html.indexOf(said)).toBeLessThan(html.indexOf('Thecaseforit'));
  expect(html).toContain(said);
  expect(pdfPages(await renderer.pdf(whole))[0]).toContain(said);
  expect(html).not.toContain('Weopenedeachcitedpage');
  whole.evidence[0]!.verification = verification('verified');
  expect(await htmlOf(whole)).not.toContain('Wecouldnotcheckanyquote');
  const search = searchFixture(3);
  search.findings.candidates = search.findings.candidates!.map((each) => ({ ...each, evidence: closed(each) }));
  // Replace the stand-in's provenance, because it marks the findings as a sample, whose sources are never checked.
  search.findings.provenance = findings.provenance;
  expect(await htmlOf(search.findings)).toContain('Wecouldnotcheckanyquote');
});
