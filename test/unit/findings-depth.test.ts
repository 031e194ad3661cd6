import { flawsOf, settled } from '../../domain/findings-rules/review';
import type { Reviewed } from '../../domain/findings-rules/rule';
import { withOtherVerdicts } from '../../domain/findings-rules/depth';
import { context, sound } from '../support/reviewed-submission';

const [first] = sound.evidence;
/** Findings whose first source says this. */
const saying = (excerpt: string, changes: Partial<Reviewed>): Reviewed => ({
  ...sound,
  evidence: [{ ...first!, excerpt, claim: 'It says so.' }, ...sound.evidence.slice(1)],
  ...changes,
});
const evidenceIds = [first!.evidenceId];
type Comparable = NonNullable<Reviewed['comparables']>[number];
const LETTER: Comparable = {
  name: 'A letter',
  url: null,
  likeness: 'It is as long.',
  readers: null,
  opens: null,
  price: null,
};
const flawsBelow = (findings: Reviewed, pointer: string) =>
  flawsOf(findings, context)
    .map((flaw) => flaw.pointer)
    .filter((each) => each.startsWith(pointer));

describe('a figure of a comparable newsletter', () => {
  const excerpt = 'It states 14,000 readers, opens of 41.5% and a price of $5.50 a month.';
  const price = { amount: 550, currency: 'usd', period: 'month', evidenceIds } as const;

  test('is accepted when its excerpt has it in the same unit', () => {
    const comparables = [
      { ...LETTER, readers: { count: 14_000, evidenceIds }, opens: { perThousand: 415, evidenceIds }, price },
    ];
    expect(flawsBelow(saying(excerpt, { comparables }), '/comparables')).toEqual([]);
  });

  test.each<[string, Partial<Comparable>, string]>([
    ['another number', { readers: { count: 15_000, evidenceIds } }, '/comparables/0/readers'],
    ['cents as dollars', { price: { ...price, amount: 55_000 } }, '/comparables/0/price'],
    ['a share that is no percent', { opens: { perThousand: 140, evidenceIds } }, '/comparables/0/opens'],
    ['no source', { readers: { count: 14_000, evidenceIds: [] } }, '/comparables/0/readers/evidenceIds'],
    ['a source of nothing like it', { readers: { count: 14_000, evidenceIds: ['ev2'] } }, '/comparables/0/readers'],
    ['free, without a source', { price: { ...price, amount: 0, evidenceIds: [] } }, '/comparables/0/price/evidenceIds'],
  ])('goes back with %s and is null in the last submission', (_, changes, pointer) => {
    const other = { ...LETTER, name: 'Another', readers: { count: 14_000, evidenceIds } };
    const broken = saying(excerpt, { comparables: [{ ...LETTER, ...changes }, other] });
    expect(flawsBelow(broken, '/comparables')).toEqual([pointer]);
    // Without a figure it compares with nothing.
    expect(settled(broken, context)!.comparables).toEqual([other]);
  });

  test('may be free or calculated', () => {
    const calculated = { count: 1_400, evidenceIds, calculation: '14000 / 10' };
    const comparables = [{ ...LETTER, readers: calculated, price: { ...price, amount: 0 } }];
    expect(flawsBelow(saying(excerpt, { comparables }), '/comparables')).toEqual([]);
  });
});

test('unsourced reader costs and sponsor prices become assumptions', () => {
  const rest = { basis: 'sourced', note: 'It was quoted.', evidenceIds } as const;
  const priced = (cents: number) => ({
    channels: sound.channels.map((channel) => ({ ...channel, costPerReader: { cents, ...rest } })),
    sponsors: [
      {
        name: 'One',
        url: null,
        advertises: 'In a letter.',
        evidenceIds,
        price: { perThousandOpensCents: cents, ...rest },
      },
    ],
  });
  const excerpt = 'A reader costs $2.40 there, and so does a place for each.';
  expect(flawsBelow(saying(excerpt, priced(240)), '/channels')).toEqual([]);
  const broken = saying(excerpt, priced(250));
  expect(flawsBelow(broken, '/channels/0')).toEqual(['/channels/0/costPerReader']);
  expect(flawsBelow(broken, '/sponsors')).toEqual(['/sponsors/0/price']);
  const left = settled(broken, context)!;
  expect(left.channels[0]!.costPerReader).toMatchObject({ basis: 'assumed', cents: 250 });
  expect(left.sponsors![0]!.price).toMatchObject({ basis: 'assumed' });
});

test('removes a trend with fewer than two sourced values', () => {
  const trend = {
    counted: 'Members, by the club',
    unit: 'members',
    points: [100, 200, 999].map((value, i) => ({ period: `202${i + 3}`, value, evidenceIds })),
    reading: 'It grows.',
  };
  const two = saying('Members: 100 in 2023, 200 in 2024.', { trend });
  expect(flawsBelow(two, '/trend')).toEqual(['/trend/points/2']);
  expect(settled(two, context)!.trend!.points.map(({ value }) => value)).toEqual([100, 200]);
  expect(settled(saying('Members: 100 in 2023.', { trend }), context)!.trend).toBeUndefined();
});

test('sorts and deduplicates the points of a trend', () => {
  const points = ['2024', '2023', '2024', '2023-05'].map((period) => ({ period, value: 100, evidenceIds }));
  const broken = saying('Always 100 members.', {
    trend: { counted: 'Members', unit: 'members', points, reading: 'Flat.' },
  });
  expect(flawsBelow(broken, '/trend')).toHaveLength(2);
  expect(settled(broken, context)!.trend!.points.map(({ period }) => period)).toEqual(['2023', '2024']);
});

test('removes name checks that the session did not make', () => {
  const [name] = sound.nameChecks!;
  const nameChecks = [{ ...name!, checkedAt: '2019-01-01T00:00:00.000Z' }, name!];
  expect(settled({ ...sound, nameChecks }, context)!.nameChecks).toEqual([name]);
});

test('removes a change of verdict that leads to the current verdict', () => {
  const { verdict } = sound;
  const entry = (recommendation: typeof verdict.recommendation) => ({
    finding: 'Found.',
    recommendation,
    test: 'Ask.',
  });
  const other = verdict.recommendation === 'avoid' ? 'pursue' : 'avoid';
  expect(
    withOtherVerdicts({ verdict, wouldChange: [entry(verdict.recommendation), entry(other)] }).wouldChange,
  ).toEqual([entry(other)]);
  expect(withOtherVerdicts({ verdict, wouldChange: [entry(verdict.recommendation)] })).toEqual({ verdict });
});
