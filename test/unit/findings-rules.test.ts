import type { VerificationStatus } from '../../contracts/findings-parts';
import { DIMENSIONS } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { flawsOf, flawsOfPublished, settled } from '../../domain/findings-rules/review';
import type { Reviewed, Rule, RuleContext } from '../../domain/findings-rules/rule';
import { RULES } from '../../domain/findings-rules/rules';
import { withComputed } from '../../domain/publish-findings';
import { RULE_BREAKERS } from '../../stand-ins/agents/rule-breakers';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { brief, context, opened, sound } from '../support/reviewed-submission';

/** Rules that no submission breaks by itself: their field is the service's own, or the session's. */
const OWN = [
  'figures-recomputed',
  'unverified-is-low',
  'page-opened',
  'source-not-blocked',
  'published-as-page',
  'claim-follows',
  'partly-is-lower',
];
const ofSubmissions = RULES.filter(({ id }) => !OWN.includes(id));
const contextOf = ({ id }: Rule): RuleContext => (id === 'short-scan' ? { ...context, depth: 'scan' } : context);

test('every rule has its own name, and a way in which the stand-in breaks it', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  expect(Object.keys(RULE_BREAKERS).sort()).toEqual(ofSubmissions.map(({ id }) => id).sort());
});

test('the samples hold every rule', () => {
  expect(flawsOf(sound, context)).toEqual([]);
  expect(flawsOfPublished(sampleFindings)).toEqual([]);
});

test.each(ofSubmissions.map((rule) => [rule.id, rule] as const))(
  'the stand-in breaks %s in samples of every shape',
  (id, rule) => {
    for (const [sources, competitors] of [
      [5, 0],
      [12, 12],
      [25, 1],
    ] as const) {
      const sample = sampleSubmission(brief, opened, { sources, competitors });
      expect(rule.flaws(sample, contextOf(rule))).toEqual([]);
      expect(rule.flaws(RULE_BREAKERS[id]!(sample), contextOf(rule))).not.toEqual([]);
    }
  },
);

describe.each(ofSubmissions.map((rule) => [rule.id, rule] as const))('%s', (id, rule) => {
  const broken = RULE_BREAKERS[id]!(sound);
  const flaws = rule.flaws(broken, contextOf(rule));

  test('is held by sound findings, and a breach is pointed at in words that an agent can act on', () => {
    expect(rule.flaws(sound, contextOf(rule))).toEqual([]);
    expect(flaws.length).toBeGreaterThan(0);
    for (const { pointer, detail } of flaws) {
      expect(pointer).toMatch(/^(\/[\w]+)+$/);
      expect(detail).toMatch(/^(must|holds|repeats|is|nothing|no|the|"|a)\b|^"/);
      expect(detail.length).toBeLessThanOrEqual(300);
    }
    expect(flawsOf(broken, contextOf(rule))).toEqual(expect.arrayContaining(flaws));
  });

  test('at the last correction, a breach is refused, let pass, or corrected with a word in the limitations', () => {
    const left = settled(broken, contextOf(rule));
    const fates = { refuse: null, pass: flaws.length, unpaid: flaws.length } as const;
    const fate = typeof rule.atLast === 'string' ? fates[rule.atLast] : 0;
    expect(left && rule.flaws(left, contextOf(rule)).length).toBe(fate);
    const said = typeof rule.atLast === 'string' ? '' : rule.atLast.said;
    expect(left?.limitations[0] ?? '').toContain(said);
  });
});

test('corrected findings have no flaw left that can be corrected, however many rules they broke', () => {
  const mended = ofSubmissions.filter(({ atLast }) => typeof atLast === 'object');
  const broken = mended.reduce<Reviewed>((findings, { id }) => RULE_BREAKERS[id]!(withoutComputed(findings)), sound);
  const left = settled(broken, context)!;
  for (const rule of mended) expect([rule.id, rule.flaws(left, context)]).toEqual([rule.id, []]);
  expect(left.limitations.length).toBeLessThanOrEqual(12);
  for (const limitation of left.limitations) expect(limitation.length).toBeLessThanOrEqual(500);
});

test('sound findings are published as they were handed in', () => {
  expect(settled(sound, context)).toEqual(sound);
});

test('a published figure that the assumptions do not give is refused', () => {
  const published = withComputed(sound);
  expect(flawsOf(published, context)).toEqual([]);
  published.unitEconomics!.computed.likely.incomePerHourCents += 1;
  expect(flawsOf(published, context)).toEqual([expect.objectContaining({ pointer: '/unitEconomics/computed' })]);
  expect(settled(published, context)).toBeNull();
});

test.each([
  [80, 'avoid', { score: 44, recommendation: 'avoid' }],
  [80, 'refine', { score: 69, recommendation: 'refine' }],
  [50, 'pursue', { score: 50, recommendation: 'refine' }],
  [20, 'pursue', { score: 20, recommendation: 'avoid' }],
] as const)('a score of %i and the word %s are mended downwards', (score, recommendation, left) => {
  const others = DIMENSIONS.map((name) => [name, { ...sound.dimensions[name], score: 70 }]);
  const dimensions = Object.fromEntries(others) as Reviewed['dimensions'];
  const findings = { ...sound, dimensions, verdict: { ...sound.verdict, score, recommendation } };
  expect(settled(findings, context)!.verdict).toMatchObject(left);
});

describe('high confidence', () => {
  const verification = (n: number, status: VerificationStatus = 'verified') => ({
    status,
    checkedAt: '2026-11-22T10:10:00.000Z',
    contentSha256: String(n).repeat(64),
  });
  const [one, two] = sound.evidence;
  const first = {
    ...one!,
    grade: 'primary',
    sourceUrl: 'https://a.example/1',
    excerpt: 'Of 100 readers 40 pay for it.',
    verification: verification(1),
  } as const;
  const second = {
    ...two!,
    grade: 'reported',
    sourceUrl: 'https://b.example/2',
    excerpt: 'Some two fifths are paying.',
    verification: verification(2),
  } as const;
  const isHeld = (...evidence: Reviewed['evidence']) => {
    const { demand } = sound.dimensions;
    const cited = { ...demand, confidence: 'high' as const, evidenceIds: ['ev1', 'ev2'] };
    const findings = { ...sound, evidence, dimensions: { ...sound.dimensions, demand: cited } };
    return !flawsOf(findings, context).some(({ pointer }) => pointer === '/dimensions/demand/confidence');
  };

  test('is carried by two verified sources of two publishers', () => {
    expect(isHeld(first, second)).toBe(true);
  });

  test.each<[string, Partial<Reviewed['evidence'][number]>]>([
    ['one of them was not found on its page', { verification: verification(2, 'not_found') }],
    ['one of them could not be reached', { verification: verification(2, 'unreachable') }],
    ['both stand on the same page', { verification: verification(1) }],
    ['both are of one publisher', { sourceUrl: 'https://press.a.example/other' }],
    ['one repeats the other', { excerpt: 'of 100 readers, 40 pay for it' }],
    ['one is a party’s claim about itself', { grade: 'claim' }],
    ['one is of a trade survey', { grade: 'trade' }],
  ])('is not carried where %s', (_, changes) => {
    expect(isHeld(first, { ...second, ...changes })).toBe(false);
  });

  test('is judged without an address that can be read', () => {
    expect(isHeld(first, { ...second, sourceUrl: 'https:///' })).toBe(true);
    expect(isHeld({ ...first, sourceUrl: 'https:///' }, { ...second, sourceUrl: 'https:///' })).toBe(false);
  });

  test('takes two publishers also where quotations are not checked', () => {
    const { verification: _first, ...plainFirst } = first;
    const { verification: _second, ...plainSecond } = second;
    expect(isHeld(plainFirst, plainSecond)).toBe(true);
    expect(isHeld(plainFirst, { ...plainSecond, sourceUrl: 'https://www.a.example/2' })).toBe(false);
  });
});

describe('a contact', () => {
  const kindIn = (claim: string) => {
    const [entry, ...rest] = sound.evidence;
    // Figures of a claim stand in its excerpt.
    const findings = { ...sound, evidence: [{ ...entry!, claim, excerpt: `He says: ${claim}` }, ...rest] };
    const flaw = flawsOf(findings, context).find(({ pointer }) => pointer === '/evidence/0/claim');
    const left = settled(findings, context)!.evidence[0]!.claim;
    return { kind: /^holds (an? [\w-]+(?: \w+)?):/.exec(flaw?.detail ?? '')?.[1] ?? null, left };
  };

  test.each([
    ['Ask j.doe+list@mail.example.co.uk about it.', 'an e-mail address'],
    ['Ask müller@bücher.example about it.', 'an e-mail address'],
    ['The office is at +44 20 7946 0958 on weekdays.', 'a telephone number'],
    ['The office is at (030) 1234 5678 on weekdays.', 'a telephone number'],
    ['The office is at 212-555-0147 on weekdays.', 'a telephone number'],
    ['Tel.: 030 / 123 45 67, weekdays', 'a telephone number'],
    ['She lives at 12 Elm Park Road, London SW3 6BP today.', 'a postal address'],
    ['Sie wohnt in der Lindenstraße 12a, 10969 Berlin.', 'a postal address'],
    ['Il habite 4 bis rue Monge, 75005 Paris.', 'a postal address'],
  ])('is seen in %j', (claim, kind) => {
    const found = kindIn(claim);
    expect(found.kind).toBe(kind);
    expect(found.left).not.toBe(claim);
    expect(found.left.length).toBeLessThanOrEqual(claim.length);
  });

  test('is taken out whole, also where two addresses of mail follow each other without a break', () => {
    const { left } = kindIn('Ask doe@mail.example.co.uk_roe@mail.example.org about it, and again.');
    expect(left).not.toMatch(/doe|roe|@|example/);
  });

  test.each([
    'Prices rose from 1,200,000 to 1,450,000 between 2019-2024.',
    'Print run: 6,200. ISSN 2049-3630, appears 2026-11-02 and 2026-12-02.',
    'It costs $1,499.00 a year, or 12.345.678 yen for 25 seats.',
    'Phone surveys of 2019-2024 reached 1,002 households.',
    'Order 978-3-16-148410-0, the ISBN of the second edition.',
    'Between 10:00 and 12:30 some 4,012 members wrote 23 posts.',
    'Growth of +120 000 readers, or +12.5%, in 2025.',
    'The account @letters has 8,400 followers on the platform.',
    'Route 66 Road trips sell 12 issues; 40 Great Drive ideas follow.',
    'IP 192.168.100.100 answered 200 1024 times.',
  ])('is not seen in %j', (claim) => {
    expect(kindIn(claim)).toEqual({ kind: null, left: claim });
  });
});

test.each([
  'Further research is needed.',
  'This analysis is based on publicly available information.',
  'None.',
  'Market conditions may change over time, so results may vary.',
  'Some data may be outdated or incomplete.',
  'As an AI, I cannot verify everything.',
])('%j is a formula', (limitation) => {
  const left = settled({ ...sound, limitations: [limitation] }, context)!;
  expect(flawsOf({ ...sound, limitations: [limitation] }, context)[0]).toMatchObject({ pointer: '/limitations/0' });
  expect(left.limitations).not.toContain(limitation);
  expect(left.limitations.length).toBeGreaterThan(0);
});

test.each([
  'No hospital was interviewed; readiness to share invoices is assumed.',
  'The price page of one rival could not be opened, so its price is a claim of a forum of 2024.',
  'Subsidy rules may change in March 2027, when the law of 2023 ends; the model assumes that they stay.',
])('%j is a limitation', (limitation) => {
  expect(settled({ ...sound, limitations: [limitation] }, context)!.limitations).toEqual([limitation]);
});

function withoutComputed(findings: Reviewed) {
  const { unitEconomics, ...rest } = findings;
  if (!unitEconomics) return rest;
  const { computed: _own, ...submitted } = unitEconomics;
  return { ...rest, unitEconomics: submitted };
}
