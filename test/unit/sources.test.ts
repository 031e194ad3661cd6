import { twoIndependent } from '../../modules/findings/rules/confidence';
import type { Reviewed } from '../../modules/findings/rules/rule';
import { flawsOf, settled } from '../../modules/findings/rules/rules';
import { context, opened, sound } from '../support/findings';

type Evidence = Reviewed['evidence'][number];

const [sample] = sound.evidence;
const verified = { status: 'verified', checkedAt: opened.toISOString(), contentSha256: null } as const;
const pointersOf = (findings: Reviewed) => flawsOf(findings, context).map(({ pointer }) => pointer);
/** Findings whose demand score is based on these sources. */
const resting = (sources: Evidence[], demand: Partial<Reviewed['dimensions']['demand']>): Reviewed => {
  const evidence = sound.evidence.map((entry, i) => ({ ...entry, ...sources[i], evidenceId: entry.evidenceId }));
  const evidenceIds = evidence.slice(0, sources.length).map(({ evidenceId }) => evidenceId);
  const dimensions = { ...sound.dimensions, demand: { ...sound.dimensions.demand, ...demand, evidenceIds } };
  return { ...sound, evidence, dimensions };
};

describe('a page of a competitor', () => {
  const at = (sourceUrl: string, rival: string | null, grade: Evidence['grade'] = 'primary'): Reviewed => ({
    ...resting([{ ...sample!, sourceUrl, ...(grade && { grade }) }], { basis: 'fact' }),
    competitors: sound.competitors.with(0, { ...sound.competitors[0]!, url: rival }),
  });

  test.each([
    ['https://rival.example/prices', 'https://rival.example/'],
    ['https://archive.rival.example/12', 'https://www.rival.example'],
  ])('%s is a claim of %s and cannot support a fact alone', (sourceUrl, rival) => {
    expect(pointersOf(at(sourceUrl, rival))).toContain('/evidence/0/grade');
    expect(pointersOf(at(sourceUrl, rival, 'claim'))).not.toContain('/evidence/0/grade');
    const { evidence, dimensions } = settled(at(sourceUrl, rival), context)!;
    expect([evidence[0]!.grade, dimensions.demand.basis]).toEqual(['claim', 'estimate']);
  });

  test.each([
    ['https://arrival.example/12', 'https://rival.example/'],
    ['https://one.letters.example/12', 'https://other.letters.example/'],
    ['https://rival.example/12', null],
  ])('is not %s if the competitor is %s', (sourceUrl, rival) => {
    expect(pointersOf(at(sourceUrl, rival))).not.toContain('/evidence/0/grade');
  });
});

describe('prices older than 24 months', () => {
  const saying = (claim: string, publishedAt: string | null, pageDate?: string): Evidence => ({
    ...sample!,
    claim,
    excerpt: `As the page says: ${claim}`,
    publishedAt,
    ...(pageDate && { verification: { ...verified, pageDate } }),
  });
  const price = (publishedAt: string | null, pageDate?: string) => saying('A seat costs 90 zł.', publishedAt, pageDate);
  const lowered = (sources: Evidence[]) => resting(sources, { basis: 'estimate', confidence: 'medium' });

  test.each<[string, Evidence[], boolean]>([
    ['alone', [price('2024-11-21'), saying('Nine hundred read it.', '2026-01-01')], true],
    ['beside a newer one', [price('2020-01-01'), saying('A seat costs $95.', '2026-01-01')], false],
    ['of exactly 24 months', [price('2024-11-23')], false],
    ['without a day', [price(null), saying('Nine hundred read it.', '2020-01-01')], false],
    ['by the day of the page', [price('2026-06-01', '2019-05-20')], true],
    ['by the cited day, though the page is newer', [price('2019-06-01', '2026-05-20')], true],
    ['cited without a day from an old page', [price(null, '2019-05-20')], true],
  ])('lower the confidence of a score: %s', (_, sources, lowers) => {
    const findings = lowered(sources);
    expect(pointersOf(findings).includes('/dimensions/demand/confidence')).toBe(lowers);
    expect(settled(findings, context)!.dimensions.demand.confidence).toBe(lowers ? 'low' : 'medium');
  });

  test('get the date of their page in the last submission', () => {
    const findings = lowered([price('2026-06-01', '2019-05-20')]);
    expect(pointersOf(findings)).toContain('/evidence/0/publishedAt');
    expect(settled(findings, context)!.evidence[0]!.publishedAt).toBe('2019-05-20');
  });
});

describe('two sources', () => {
  const release =
    'The association counted nine hundred members at the end of the year, a third more than in the year before it.';
  const own = 'Of those who were asked in the spring, four in ten said that they would renew without a discount.';
  const entry = (host: string, excerpt: string, title: string, around?: string): Evidence => ({
    ...sample!,
    evidenceId: host,
    grade: 'reported',
    sourceUrl: `https://${host}.example/1`,
    title,
    excerpt,
    verification: { ...verified, ...(around !== undefined && { context: around }) },
  });
  const first = entry('one', release, 'Report');

  test.each<[string, Evidence[], boolean]>([
    ['have texts of their own', [first, entry('two', own, 'Survey')], true],
    ['shorten one text', [first, entry('two', release.slice(0, 80), 'News')], false],
    ['quote one press release', [first, entry('two', own, 'News', `${release} ${own}`)], false],
    [
      'have one title, each with the name of its site',
      [
        entry('one', release, 'Members of the association grow | One'),
        entry('two', own, 'Members of the association grow – Two'),
      ],
      false,
    ],
    ['have a short title in common', [entry('one', release, 'Prices'), entry('two', own, 'Prices')], true],
  ])('that %s are independent: %#', (_, evidence, independent) => {
    expect(twoIndependent(evidence, true)).toBe(independent);
    expect(twoIndependent(evidence.toReversed(), true)).toBe(independent);
  });
});
