import type { EvidenceGrade, VerificationStatus } from '../../contracts/findings-parts';
import { enoughEvidence } from '../../domain/findings-rules/floor';
import { flawsOf, settled } from '../../domain/findings-rules/review';
import type { Reviewed, RuleContext } from '../../domain/findings-rules/rule';
import { context, sound } from '../support/reviewed-submission';

const verification = (n: number, status: VerificationStatus = 'verified') => ({
  status,
  checkedAt: '2026-11-22T10:10:00.000Z',
  contentSha256: String(n).repeat(64),
});

describe('the floor for being paid', () => {
  /** Sources on as many pages of hosts in turn, of which the first are verified. */
  const evidenceOf = ({
    cited,
    verified,
    hosts,
    pages = cited,
  }: Record<'cited' | 'verified' | 'hosts', number> & { pages?: number }) =>
    Array.from({ length: cited }, (_, i) => ({
      ...sound.evidence[0]!,
      evidenceId: `ev${i + 1}`,
      sourceUrl: `https://${'abcdefgh'[i % hosts]}.example/${i % pages}#part-${i}`,
      verification: verification(i % 9, i < verified ? 'verified' : 'unreachable'),
    }));
  const flawsOfFloor = (evidence: Reviewed['evidence'], depth: RuleContext['depth'] = 'research') =>
    enoughEvidence.flaws({ ...sound, evidence }, { ...context, depth });

  test.each([
    { cited: 5, verified: 5, hosts: 3 },
    { cited: 8, verified: 5, hosts: 3 },
    { cited: 10, verified: 6, hosts: 8 },
  ])('is reached with %j', (numbers) => {
    expect(flawsOfFloor(evidenceOf(numbers))).toEqual([]);
  });

  test.each([
    ['there is none', { cited: 0, verified: 0, hosts: 1 }],
    ['there are four sources', { cited: 4, verified: 4, hosts: 4 }],
    ['four of five were found', { cited: 5, verified: 4, hosts: 4 }],
    ['they stand on two hosts', { cited: 9, verified: 9, hosts: 2 }],
    ['they stand on four pages', { cited: 8, verified: 8, hosts: 4, pages: 4 }],
    ['less than 60% were found', { cited: 9, verified: 5, hosts: 5 }],
  ])('is missed where %s', (_, numbers) => {
    const [flaw, ...pages] = flawsOfFloor(evidenceOf(numbers));
    expect(flaw!.pointer).toBe('/evidence');
    expect(flaw!.detail).toContain(`verified are ${numbers.verified} of ${numbers.cited}`);
    expect(pages.map(({ pointer }) => pointer)).toEqual(
      Array.from(
        { length: numbers.cited - numbers.verified },
        (__, i) => `/evidence/${numbers.verified + i}/sourceUrl`,
      ),
    );
  });

  test('counts citations where quotations are not checked, and does not apply to a scan', () => {
    const unchecked = (cited: number) =>
      evidenceOf({ cited, verified: 0, hosts: 3 }).map(({ verification: _none, ...entry }) => entry);
    expect(flawsOfFloor(unchecked(5))).toEqual([]);
    expect(flawsOfFloor(unchecked(4))).toHaveLength(1);
    expect(flawsOfFloor([], 'scan')).toEqual([]);
  });
});

describe('evidence that was not verified', () => {
  const demandOn = (
    statuses: VerificationStatus[],
    changes: Partial<Reviewed['dimensions']['demand']>,
    grade: EvidenceGrade = 'primary',
  ) => {
    const evidence = sound.evidence.map((entry, i) => ({
      ...entry,
      grade,
      verification: verification(i, statuses[i] ?? 'verified'),
    }));
    const demand = { ...sound.dimensions.demand, evidenceIds: ['ev1', 'ev2'], ...changes };
    return { ...sound, evidence, dimensions: { ...sound.dimensions, demand } };
  };

  test.each<[VerificationStatus[], 'fact' | 'estimate', 'low' | 'medium']>([
    [['verified', 'unreachable'], 'fact', 'medium'],
    [['not_found', 'unreachable'], 'estimate', 'low'],
    [['not_text', 'unreachable'], 'estimate', 'low'],
  ])('with %j a fact of medium confidence becomes %s of %s', (statuses, basis, confidence) => {
    const findings = demandOn(statuses, { basis: 'fact', confidence: 'medium' });
    const pointers = flawsOf(findings, context).map(({ pointer }) => pointer);
    expect(pointers.includes('/dimensions/demand/basis')).toBe(basis !== 'fact');
    expect(pointers.includes('/dimensions/demand/confidence')).toBe(confidence === 'low');
    expect(settled(findings, context)!.dimensions.demand).toMatchObject({ basis, confidence });
  });

  test('does not support a fact beside a verified claim', () => {
    const findings = demandOn(['unreachable', 'verified'], { basis: 'fact', confidence: 'medium' });
    const [first, second, ...rest] = findings.evidence;
    const mixed = { ...findings, evidence: [first!, { ...second!, grade: 'claim' as const }, ...rest] };
    expect(settled(mixed, context)!.dimensions.demand).toMatchObject({ basis: 'estimate', confidence: 'medium' });
  });
});
