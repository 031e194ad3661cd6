import type { PublishedParts } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { depthFlaws, DEPTH_BY_PRICE, printedFlaws } from '../../modules/findings/depth-by-price';
import { withComputed } from '../../modules/findings/publish';
import type { Reviewed } from '../../modules/findings/rules/rule';
import { flawsOf, settled } from '../../modules/findings/rules/rules';
import { FULL_DEPTH } from '../../stand-ins/agents/sample-shape';
import { sampleSubmission } from '../../stand-ins/agents/samples';
import { brief, context, opened, sound } from '../support/findings';

const [first] = sound.evidence;
const evidenceIds = [first!.evidenceId];
/** Findings whose first source has this excerpt. */
const saying = (excerpt: string, changes: Partial<Reviewed>): Reviewed => ({
  ...sound,
  evidence: sound.evidence.with(0, { ...first!, excerpt, claim: 'It says so.' }),
  ...changes,
});
const flawsBelow = (findings: Reviewed, pointer: string) =>
  flawsOf(findings, context)
    .map((flaw) => flaw.pointer)
    .filter((each) => each.startsWith(pointer));

describe('a comparable newsletter', () => {
  const excerpt = 'It states 14,000 readers, opens of 41.5% and a price of $5.50 a month.';
  const price = { amount: 550, currency: 'usd', period: 'month', evidenceIds } as const;
  const readers = { count: 14_000, evidenceIds };
  type Comparable = NonNullable<Reviewed['comparables']>[number];
  const none = { url: null, likeness: 'It is as long.', readers: null, opens: null, price: null };
  const letter = (changes: Partial<Comparable>): Comparable => ({ ...none, name: 'A letter', ...changes });

  test.each<[string, Partial<Comparable>]>([
    ['as its excerpt states them', { readers, opens: { perThousand: 415, evidenceIds }, price }],
    ['calculated', { readers: { count: 1_400, evidenceIds, calculation: '14000 / 10' } }],
    ['free of charge', { price: { ...price, amount: 0 } }],
  ])('keeps figures %s', (_, changes) => {
    expect(flawsBelow(saying(excerpt, { comparables: [letter(changes)] }), '/comparables')).toEqual([]);
  });

  test.each<[string, Partial<Comparable>, string]>([
    ['another number', { readers: { count: 15_000, evidenceIds } }, 'readers'],
    ['cents as dollars', { price: { ...price, amount: 55_000 } }, 'price'],
    ['a share that is no percent', { opens: { perThousand: 140, evidenceIds } }, 'opens'],
    ['no source', { readers: { count: 14_000, evidenceIds: [] } }, 'readers/evidenceIds'],
    ['another source', { readers: { count: 14_000, evidenceIds: ['ev2'] } }, 'readers'],
    ['a free price without a source', { price: { ...price, amount: 0, evidenceIds: [] } }, 'price/evidenceIds'],
  ])('loses %s and is dropped without a figure', (_, changes, pointer) => {
    const other = letter({ name: 'Another', readers });
    const broken = saying(excerpt, { comparables: [letter(changes), other] });
    expect(flawsBelow(broken, '/comparables')).toEqual([`/comparables/0/${pointer}`]);
    expect(settled(broken, context)!.comparables).toEqual([other]);
  });
});

test('unsourced reader costs and sponsor prices become assumptions', () => {
  const rest = { basis: 'sourced', note: 'It was quoted.', evidenceIds } as const;
  const sponsor = { name: 'One', url: null, advertises: 'In a letter.', evidenceIds };
  const priced = (cents: number) =>
    saying('A reader costs $2.40 there, and so does a place for each.', {
      channels: sound.channels.map((channel) => ({ ...channel, costPerReader: { cents, ...rest } })),
      sponsors: [{ ...sponsor, price: { perThousandOpensCents: cents, ...rest } }],
    });
  expect(flawsBelow(priced(240), '/channels')).toEqual([]);
  expect(flawsBelow(priced(250), '/channels/0')).toEqual(['/channels/0/costPerReader']);
  expect(flawsBelow(priced(250), '/sponsors')).toEqual(['/sponsors/0/price']);
  const left = settled(priced(250), context)!;
  expect(left.channels[0]!.costPerReader).toMatchObject({ basis: 'assumed', cents: 250 });
  expect(left.sponsors![0]!.price).toMatchObject({ basis: 'assumed' });
});

describe('an opportunity by its price', () => {
  const { fromCents, sources } = DEPTH_BY_PRICE;

  /** Findings with enough depth for the highest price. */
  const deep: PublishedParts = {
    ...withComputed(sampleSubmission(brief, opened, { sources: 26, competitors: 5, depth: FULL_DEPTH })),
    searchLog: sampleFindings.searchLog!,
  };
  const pointersOf = (findings: PublishedParts, priceCents: number = fromCents) =>
    depthFlaws(findings, priceCents).map(({ pointer }) => pointer);

  test('must have more in each section at the highest price', () => {
    expect(depthFlaws(deep, fromCents)).toEqual([]);
    expect(pointersOf(sampleFindings, fromCents - 1)).toEqual([]);
    expect(pointersOf(sampleFindings)).toEqual(['/evidence', '/sponsors', '/channels']);
  });

  test.each([
    ['audienceSizing', 'unitEconomics', 'sensitivity', 'firstIssues', 'launchCalendar', 'comparables', 'sponsors'],
    ['trend', 'sampleIssue', 'nameChecks', 'wouldChange', 'searchLog'],
  ])('must have every section of the public sample at the lowest price: %s', (...sections) => {
    for (const section of sections) {
      for (const without of [undefined, []]) {
        const [flaw, ...others] = depthFlaws({ ...sampleFindings, [section]: without }, 1);
        expect([flaw!.pointer, others]).toEqual([`/${section}`, []]);
        expect(flaw!.detail).toMatch(/^is missing: .* at any price; research it$/);
      }
    }
  });

  test.each<[string, Partial<PublishedParts>, string]>([
    ['a priced sponsor', { sponsors: deep.sponsors!.map((each) => ({ ...each, price: null })) }, '/sponsors'],
    ['a cost of readers', { channels: deep.channels.map((each) => ({ ...each, costPerReader: null })) }, '/channels'],
    ['a day to stop', { risks: deep.risks.map(({ stop: _none, ...risk }) => risk) }, '/risks/0/stop'],
  ])('must have %s even at the lowest price', (_, changes, pointer) => {
    expect(depthFlaws({ ...deep, ...changes }, 1)[0]).toMatchObject({
      pointer,
      detail: expect.stringMatching(/any price/),
    });
  });

  test('must have 15 printed pages at the highest price', () => {
    expect([printedFlaws(15, fromCents), printedFlaws(3, fromCents - 1)]).toEqual([[], []]);
    expect(printedFlaws(14, fromCents)[0]!.detail).toMatch(
      /^must print at least 15 pages as a PDF, not 14, for a price from \$1,499: /,
    );
  });

  test.each<[string, Partial<PublishedParts>, string]>([
    ['24 pages', { evidence: deep.evidence.slice(0, sources - 1) }, '/evidence'],
    ['no opens', { comparables: deep.comparables!.map((each) => ({ ...each, opens: null })) }, '/comparables'],
    ['no reader cost', { channels: deep.channels.map((each) => ({ ...each, costPerReader: null })) }, '/channels'],
  ])('is refused at the highest price with %s', (_, changes, pointer) => {
    const [flaw] = depthFlaws({ ...deep, ...changes }, fromCents);
    expect(flaw!.pointer).toMatch(new RegExp(`^${pointer}`));
    expect(flaw!.detail).toMatch(/for a price from \$1,499.*: research further, or lower the price$/);
  });
});
