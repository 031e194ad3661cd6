import { withOtherVerdicts } from '../../domain/findings-rules/depth';
import { flawsOf, settled } from '../../domain/findings-rules/review';
import type { Reviewed } from '../../domain/findings-rules/rule';
import { context, sound } from '../support/findings';

const [first] = sound.evidence;
const evidenceIds = [first!.evidenceId];
/** Findings whose first source says this. */
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
  ])('keeps figures that are %s', (_, changes) => {
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

describe('a trend', () => {
  const trendOf = (points: [string, number][]) => ({
    counted: 'Members, by the club',
    unit: 'members',
    points: points.map(([period, value]) => ({ period, value, evidenceIds })),
    reading: 'It grows.',
  });

  test('keeps sourced values and is removed below two of them', () => {
    const trend = trendOf([
      ['2023', 100],
      ['2024', 200],
      ['2025', 999],
    ]);
    const two = saying('Members: 100 in 2023, 200 in 2024.', { trend });
    expect(flawsBelow(two, '/trend')).toEqual(['/trend/points/2']);
    expect(settled(two, context)!.trend!.points.map(({ value }) => value)).toEqual([100, 200]);
    expect(settled(saying('Members: 100 in 2023.', { trend }), context)!.trend).toBeUndefined();
  });
});

test('removes name checks that the session did not make', () => {
  const [name] = sound.nameChecks!;
  const nameChecks = [{ ...name!, checkedAt: '2019-01-01T00:00:00.000Z' }, name!];
  expect(settled({ ...sound, nameChecks }, context)!.nameChecks).toEqual([name]);
});

test('removes a change of verdict that leads to the same verdict', () => {
  const { verdict } = sound;
  const to = (recommendation: typeof verdict.recommendation) => ({ finding: 'Found.', recommendation, test: 'Ask.' });
  const other = to(verdict.recommendation === 'avoid' ? 'pursue' : 'avoid');
  expect(withOtherVerdicts({ verdict, wouldChange: [to(verdict.recommendation), other] }).wouldChange).toEqual([other]);
  expect(withOtherVerdicts({ verdict, wouldChange: [to(verdict.recommendation)] })).toEqual({ verdict });
});
