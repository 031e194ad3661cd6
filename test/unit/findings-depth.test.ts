import * as fc from 'fast-check';
import { Submission } from '../../contracts/findings';
import { flawsOf, settled } from '../../domain/findings-rules/review';
import type { Reviewed } from '../../domain/findings-rules/rule';
import { withOtherVerdicts } from '../../domain/findings-rules/depth';
import { createSchemaCompiler } from '../../platform/schema-compiler';
import { MOST_OF_DEPTH, type SampleDepth } from '../../stand-ins/agents/sample-depth';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { DEFAULT_VARIETY, drawShape } from '../../stand-ins/agents/variety';
import type { SessionRecord } from '../../stand-ins/agents/world';
import { brief, context, opened, sound } from '../support/reviewed-submission';

const fits = createSchemaCompiler().compile<Submission>(Submission);
const depth = fc.record({
  signals: fc.boolean(),
  ...(Object.fromEntries(
    Object.entries(MOST_OF_DEPTH).map(([part, max]) => [part, fc.integer({ min: 0, max })]),
  ) as Record<keyof typeof MOST_OF_DEPTH, fc.Arbitrary<number>>),
});

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

test('a sample of any depth passes the schema and every rule, and has no part that its depth leaves out', () => {
  fc.assert(
    fc.property(depth, fc.integer({ min: 5, max: 40 }), (drawn: SampleDepth, sources) => {
      const sample: unknown = sampleSubmission(brief, opened, { sources, competitors: 2, depth: drawn });
      const valid = fits(sample);
      expect(fits.errors ?? []).toEqual([]);
      expect(valid && flawsOf(sample, context)).toEqual([]);
      expect(valid && sample.wouldChange?.length).toBe(drawn.changes || undefined);
      expect(valid && sample.sponsors?.length).toBe(drawn.sponsors || undefined);
      expect(valid && sample.nameChecks?.length).toBe(drawn.names || undefined);
      expect(valid && sample.risks.every(({ signal }) => (signal !== undefined) === drawn.signals)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('the stand-in draws each part for some runs and leaves it out for others', () => {
  const drawn = Array.from({ length: 60 }, (_, i) => {
    const metadata = { reference: `run_${i}` };
    const session = { id: `s${i}`, metadata, task: `<research_brief>${JSON.stringify(brief)}</research_brief>` };
    return drawShape(DEFAULT_VARIETY, session as unknown as SessionRecord).depth!;
  });
  for (const part of Object.keys(MOST_OF_DEPTH) as (keyof typeof MOST_OF_DEPTH)[]) {
    const counts = new Set(drawn.map((each) => each[part]));
    expect(counts).toContain(0);
    expect(Math.max(...counts)).toBe(MOST_OF_DEPTH[part]);
  }
  expect(new Set(drawn.map(({ signals }) => signals))).toEqual(new Set([true, false]));
});

test('an agent whose tool knows neither depth nor calculations hands in none, and every rule passes', () => {
  const { comparables: _unknown, ...properties } = Submission.properties;
  const input_schema = { type: 'object' as const, properties };
  const tools = [{ type: 'custom' as const, name: 'submit_findings', description: '', input_schema }];
  for (let i = 0; i < 20; i++) {
    const session = { id: `s${i}`, metadata: {}, task: `<research_brief>${JSON.stringify(brief)}</research_brief>` };
    const shape = drawShape(DEFAULT_VARIETY, session as unknown as SessionRecord, tools);
    const sample: unknown = sampleSubmission(brief, opened, shape);
    expect(fits(sample) && flawsOf(sample, context)).toEqual([]);
    expect(JSON.stringify(sample)).not.toMatch(
      /"(comparables|sponsors|trend|sampleIssue|nameChecks|wouldChange|costPerReader|signal|calculation|exchange)":/,
    );
  }
});

describe('a figure of a comparable newsletter', () => {
  const excerpt = 'It states 14,000 readers, opens of 41.5% and a price of $5.50 a month.';
  const price = { amount: 550, currency: 'usd', period: 'month', evidenceIds } as const;

  test('stands in the excerpt that it cites, in its own unit', () => {
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
  ])('goes back with %s, and is null at the last', (_, changes, pointer) => {
    const other = { ...LETTER, name: 'Another', readers: { count: 14_000, evidenceIds } };
    const broken = saying(excerpt, { comparables: [{ ...LETTER, ...changes }, other] });
    expect(flawsBelow(broken, '/comparables')).toEqual([pointer]);
    // Without a figure it compares with nothing.
    expect(settled(broken, context)!.comparables).toEqual([other]);
  });

  test('may be free where a page says so, and may be calculated', () => {
    const calculated = { count: 1_400, evidenceIds, calculation: '14000 / 10' };
    const comparables = [{ ...LETTER, readers: calculated, price: { ...price, amount: 0 } }];
    expect(flawsBelow(saying(excerpt, { comparables }), '/comparables')).toEqual([]);
  });
});

test('a cost of a reader and a price of a sponsor that no source states are called assumed at the last', () => {
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

test('a trend is left out where fewer than two of its values stand in their sources', () => {
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

test('points of a trend are put in order at the last, each once, and years are not compared with months', () => {
  const points = ['2024', '2023', '2024', '2023-05'].map((period) => ({ period, value: 100, evidenceIds }));
  const broken = saying('Always 100 members.', {
    trend: { counted: 'Members', unit: 'members', points, reading: 'Flat.' },
  });
  expect(flawsBelow(broken, '/trend')).toHaveLength(2);
  expect(settled(broken, context)!.trend!.points.map(({ period }) => period)).toEqual(['2023', '2024']);
});

test('names that were not looked for in the session are removed at the last, and no moment is made up', () => {
  const [name] = sound.nameChecks!;
  const nameChecks = [{ ...name!, checkedAt: '2019-01-01T00:00:00.000Z' }, name!];
  expect(settled({ ...sound, nameChecks }, context)!.nameChecks).toEqual([name]);
});

test('what would change a verdict is dropped where the verdict has come to be that', () => {
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
