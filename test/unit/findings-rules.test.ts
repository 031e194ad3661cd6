import { checkedSubmission } from '../../activities/check-submission';
import { DIMENSIONS } from '../../modules/findings/contract/findings';
import type { VerificationStatus } from '../../modules/findings/contract/findings-parts';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { REWORDED_SINCE } from '../../modules/findings/plan';
import { withComputed } from '../../modules/findings/publish';
import {
  FIRST_EDITION,
  RULES_EDITION,
  type Reviewed,
  type Rule,
  type RuleContext,
} from '../../modules/findings/rules/rule';
import { flawsOf, flawsOfPublished, settled, RULES } from '../../modules/findings/rules/rules';
import { RULE_BREAKERS } from '../../stand-ins/agents/rule-breakers';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import { brief, context, opened, sound } from '../support/findings';

/** Rules that a submission alone cannot break, because they check fields set by the service or the session. */
const OWN = [
  ...['figures-recomputed', 'unverified-is-low', 'page-opened', 'source-not-blocked', 'published-as-page'],
  ...['claim-follows', 'partly-is-lower', 'found-by-service'],
];
const ofSubmissions = RULES.filter(({ id }) => !OWN.includes(id));
const contextOf = ({ id }: Rule): RuleContext => (id === 'short-scan' ? { ...context, depth: 'scan' } : context);

test('every rule has a unique id and a sample that breaks it', () => {
  expect(new Set(RULES.map(({ id }) => id)).size).toBe(RULES.length);
  expect(Object.keys(RULE_BREAKERS).sort()).toEqual(ofSubmissions.map(({ id }) => id).sort());
});

test('samples satisfy every rule', () => {
  expect(flawsOf(sound, context)).toEqual([]);
  expect(flawsOfPublished(sampleFindings)).toEqual([]);
});

describe.each(ofSubmissions.map((rule) => ({ id: rule.id, rule })))('$id', ({ id, rule }) => {
  const of = contextOf(rule);

  test('passes samples of every shape, and its flaws point to the field to correct', () => {
    for (const [sources, competitors] of [
      [5, 0],
      [12, 12],
      [25, 1],
    ] as const) {
      const sample = sampleSubmission(brief, opened, { sources, competitors });
      expect(rule.flaws(sample, of)).toEqual([]);
      const flaws = rule.flaws(RULE_BREAKERS[id]!(sample), of);
      expect(flaws.length).toBeGreaterThan(0);
      for (const { pointer, detail } of flaws) {
        expect(pointer).toMatch(/^(\/[\w]+)+$/);
        expect(detail.length).toBeLessThanOrEqual(300);
      }
    }
  });

  test('rejects, ignores or corrects its flaws in the last submission', () => {
    const broken = RULE_BREAKERS[id]!(sound);
    const flaws = rule.flaws(broken, of);
    expect(flawsOf(broken, of)).toEqual(expect.arrayContaining(flaws));
    const left = settled(broken, of);
    const fates = { refuse: null, pass: flaws.length, unpaid: flaws.length } as const;
    const [fate, said] = typeof rule.fallback === 'string' ? [fates[rule.fallback], ''] : [0, rule.fallback.said];
    expect(left && rule.flaws(left, of).length).toBe(fate);
    expect(left?.limitations[0] ?? '').toContain(said);
  });
});

test('corrections leave no correctable flaw, however many rules were broken', () => {
  const correctable = ofSubmissions.filter(({ fallback }) => typeof fallback === 'object');
  const broken = correctable.reduce<Reviewed>((findings, { id }) => {
    const { computed: _own, ...unitEconomics } = findings.unitEconomics ?? {};
    return RULE_BREAKERS[id]!({ ...findings, ...(findings.unitEconomics && { unitEconomics }) } as Reviewed);
  }, sound);
  const left = settled(broken, context)!;
  for (const rule of correctable) expect([rule.id, rule.flaws(left, context)]).toEqual([rule.id, []]);
  expect(left.limitations.length).toBeLessThanOrEqual(12);
  for (const limitation of left.limitations) expect(limitation.length).toBeLessThanOrEqual(500);
});

test('rejects a published figure that does not follow from its assumptions', () => {
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
] as const)('lowers a score of %i with the verdict %s', (score, recommendation, left) => {
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
  const page = (n: number) => ({ sourceUrl: `https://site-${n}.example/1`, verification: verification(n) });
  const first = { ...one!, ...page(1), grade: 'primary' as const, excerpt: 'Of 100 readers 40 pay for it.' };
  const second = { ...two!, ...page(2), grade: 'reported' as const, excerpt: 'Some two fifths are paying.' };
  const isHeld = (...evidence: Reviewed['evidence']) => {
    const { demand } = sound.dimensions;
    const cited = { ...demand, confidence: 'high' as const, evidenceIds: ['ev1', 'ev2'] };
    const findings = { ...sound, evidence, dimensions: { ...sound.dimensions, demand: cited } };
    return !flawsOf(findings, context).some(({ pointer }) => pointer === '/dimensions/demand/confidence');
  };

  test.each<[string, Partial<Reviewed['evidence'][number]>]>([
    ['one of them was not found on its page', { verification: verification(2, 'not_found') }],
    ['both stand on the same page', { verification: verification(1) }],
    ['both are of one publisher', { sourceUrl: 'https://press.site-1.example/other' }],
    ['one repeats the other', { excerpt: 'of 100 readers, 40 pay for it' }],
    ['one is a party’s claim about itself', { grade: 'claim' }],
  ])('is refused if %s', (_, changes) => {
    expect(isHeld(first, { ...second, ...changes })).toBe(false);
  });

  test('needs two publishers even when quotations are not checked', () => {
    expect(isHeld(first, second)).toBe(true);
    const { verification: _first, ...plainFirst } = first;
    const { verification: _second, ...plainSecond } = second;
    expect(isHeld(plainFirst, plainSecond)).toBe(true);
    expect(isHeld(plainFirst, { ...plainSecond, sourceUrl: 'https://www.site-1.example/2' })).toBe(false);
  });
});

describe('a contact', () => {
  const kindIn = (claim: string) => {
    const [entry, ...rest] = sound.evidence;
    // The excerpt contains the claim's figures. Otherwise, another rule would also reject the claim.
    const findings = { ...sound, evidence: [{ ...entry!, claim, excerpt: `He says: ${claim}` }, ...rest] };
    const flaw = flawsOf(findings, context).find(({ pointer }) => pointer === '/evidence/0/claim');
    const left = settled(findings, context)!.evidence[0]!.claim;
    return { kind: /^contains (an? [\w-]+(?: \w+)?):/.exec(flaw?.detail ?? '')?.[1] ?? null, left };
  };

  test.each([
    ['Ask j.doe+list@mail.example.co.uk about it.', 'an email address'],
    ['The office is at +44 20 7946 0958 on weekdays.', 'a phone number'],
    ['She lives at 12 Elm Park Road, London SW3 6BP today.', 'a postal address'],
    ['Sie wohnt in der Lindenstraße 12a, 10969 Berlin.', 'a postal address'],
  ])('is found in %j', (claim, kind) => {
    const found = kindIn(claim);
    expect(found.kind).toBe(kind);
    expect(found.left.length).toBeLessThan(claim.length);
  });

  test.each([
    'Prices rose from 1,200,000 to 1,450,000 between 2019-2024.',
    'Order 978-3-16-148410-0, the ISBN of the second edition.',
    'Route 66 Road trips sell 12 issues; 40 Great Drive ideas follow.',
  ])('is not found in %j', (claim) => {
    expect(kindIn(claim)).toEqual({ kind: null, left: claim });
  });
});

describe('editions of rules', () => {
  /** Rules of release 1.0.0, whose sessions may still be running when the next release is deployed. */
  const OF_1_0_0 = [
    'no-markup evidence-ids source-address basis-cited money-range figures-recomputed source-is-page',
    'source-not-blocked page-opened enough-evidence retrieved-in-session published-before-retrieved',
    'published-as-page last-issue-seen claim-follows exchange-holds claim-figures rival-prices rival-is-claim',
    'fact-not-by-claim inference-not-high high-needs-two partly-is-lower unverified-is-low old-prices-low',
    'verdict-confidence verdict-near-scores verdict-cap recommendation-by-score change-is-change audience-product',
    'within-bounds sourced-cites sourced-figures sponsors-cited trend-in-order cited-figures cases-in-order',
    'readers-within-audience range-width monetization-as-month-12 severity-from-both risk-signals',
    'names-checked-in-session no-contacts plain-text limitations-are-real no-repetition evidence-used',
    'calendar-in-order calendar-within-cases sample-issue-whole empty-field-explained short-scan',
    'complete-research',
  ].flatMap((ids) => ids.split(' '));
  /** An edition older than every rule. */
  const older = { ...context, edition: FIRST_EDITION - 1 };
  const broken = RULE_BREAKERS['source-is-page']!(sound);

  test('are higher for rules added since 1.0.0', () => {
    const first = RULES.filter(({ since }) => since === undefined).map(({ id }) => id);
    expect(first).toEqual(OF_1_0_0);
    const editions = [REWORDED_SINCE, ...RULES.map(({ since = FIRST_EDITION }) => since)];
    expect(Math.max(...editions)).toBe(RULES_EDITION);
  });

  test('do not apply to a session with an older prompt', () => {
    expect(flawsOf(broken, context)).not.toEqual([]);
    expect(flawsOf(broken, older)).toEqual([]);
    expect(settled(broken, older)).toEqual(broken);
    expect(settled(broken, context)).not.toEqual(broken);
  });

  test('do not apply a newer evidence floor to an older session', () => {
    const short = RULE_BREAKERS['enough-evidence']!(sound);
    const review = { last: true, verifications: null };
    const judged = [RULES_EDITION, older.edition].map((edition) =>
      checkedSubmission(short, review, { since: opened, depth: 'research', edition }),
    );
    expect(judged.map(({ short: isShort }) => isShort !== null)).toEqual([true, false]);
  });
});
