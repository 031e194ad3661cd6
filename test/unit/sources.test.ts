import type { EvidenceGrade } from '../../contracts/findings-parts';
import { twoIndependent } from '../../domain/findings-rules/independence';
import { flawsOf, settled } from '../../domain/findings-rules/review';
import type { Reviewed } from '../../domain/findings-rules/rule';
import { context, opened, sound } from '../support/reviewed-submission';

const [sample] = sound.evidence;
const pointersOf = (findings: Reviewed) => flawsOf(findings, context).map(({ pointer }) => pointer);

describe('a source on a page of a competitor', () => {
  const at = (sourceUrl: string, rival: string | null, grade: EvidenceGrade = 'primary'): Reviewed => ({
    ...sound,
    evidence: [{ ...sample!, sourceUrl, grade }, ...sound.evidence.slice(1)],
    competitors: sound.competitors.map((competitor, i) => (i === 0 ? { ...competitor, url: rival } : competitor)),
  });

  test.each([
    ['https://rival.example/prices', 'https://rival.example/'],
    ['https://www.rival.example/prices', 'https://rival.example/about'],
    ['https://archive.rival.example/12', 'https://www.rival.example'],
  ])('%s is a claim of %s', (sourceUrl, rival) => {
    const findings = at(sourceUrl, rival);
    expect(pointersOf(findings)).toContain('/evidence/0/grade');
    expect(pointersOf(at(sourceUrl, rival, 'claim'))).not.toContain('/evidence/0/grade');
    expect(settled(findings, context)!.evidence[0]!.grade).toBe('claim');
  });

  test.each([
    ['https://statistics.example/12', 'https://rival.example/'],
    ['https://arrival.example/12', 'https://rival.example/'],
    ['https://one.letters.example/12', 'https://other.letters.example/'],
    ['https://rival.example/12', null],
  ])('%s is independent of %s', (sourceUrl, rival) => {
    expect(pointersOf(at(sourceUrl, rival))).not.toContain('/evidence/0/grade');
  });

  test('does not support a fact alone', () => {
    const findings = at('https://rival.example/prices', 'https://rival.example/');
    const demand = { ...sound.dimensions.demand, basis: 'fact' as const, evidenceIds: ['ev1'] };
    const left = settled({ ...findings, dimensions: { ...sound.dimensions, demand } }, context)!;
    expect(left.dimensions.demand.basis).toBe('estimate');
  });
});

describe('prices of more than 24 months', () => {
  const priced = (...sources: [claim: string, publishedAt: string | null][]): Reviewed => {
    const evidence = sound.evidence.map((entry, i) => {
      const [claim, publishedAt] = sources[i] ?? [entry.claim, entry.publishedAt];
      return { ...entry, claim, excerpt: `As the page says: ${claim}`, publishedAt: publishedAt ?? null };
    });
    const demand = {
      ...sound.dimensions.demand,
      basis: 'estimate' as const,
      confidence: 'medium' as const,
      evidenceIds: ['ev1', 'ev2'],
    };
    return { ...sound, evidence, dimensions: { ...sound.dimensions, demand } };
  };

  test.each<[string, Reviewed, boolean]>([
    ['alone', priced(['A seat costs $90 a year.', '2024-11-21'], ['Nine hundred read it.', '2026-01-01']), true],
    ['of two old ones', priced(['A seat costs €90.', '2021-01-01'], ['A seat costs 80 euros.', '2020-01-01']), true],
    ['beside a newer one', priced(['A seat costs $90.', '2020-01-01'], ['A seat costs $95.', '2026-01-01']), false],
    ['of 24 months', priced(['A seat costs $90 a year.', '2024-11-23'], ['Nine hundred.', null]), false],
    ['of no stated day', priced(['A seat costs $90 a year.', null], ['Nine hundred read it.', '2020-01-01']), false],
    ['where none is a price', priced(['90 members meet.', '2020-01-01'], ['In 2019 it had 90.', '2020-01-01']), false],
  ])('lower the confidence of a score that rests on them: %s', (_, findings, lowers) => {
    expect(pointersOf(findings).includes('/dimensions/demand/confidence')).toBe(lowers);
    expect(settled(findings, context)!.dimensions.demand.confidence).toBe(lowers ? 'low' : 'medium');
  });
});

test('dates a price by its page, whatever date is cited', () => {
  const cited = (publishedAt: string | null, pageDate: string): Reviewed => {
    const verification = {
      status: 'verified',
      checkedAt: opened.toISOString(),
      contentSha256: null,
      pageDate,
    } as const;
    const [first, ...others] = sound.evidence;
    const claim = 'A seat costs 90 zł a year.';
    const evidence = [
      { ...first!, claim, excerpt: `As the page says: ${claim}`, publishedAt, verification },
      ...others,
    ];
    const demand = { ...sound.dimensions.demand, confidence: 'medium' as const, evidenceIds: ['ev1'] };
    return { ...sound, evidence, dimensions: { ...sound.dimensions, demand } };
  };
  const flawed = (findings: Reviewed) => ({
    day: pointersOf(findings).includes('/evidence/0/publishedAt'),
    confidence: pointersOf(findings).includes('/dimensions/demand/confidence'),
  });
  expect(flawed(cited('2026-06-01', '2026-05-20'))).toEqual({ day: false, confidence: false });
  expect(flawed(cited('2026-06-01', '2019-05-20'))).toEqual({ day: true, confidence: true });
  expect(flawed(cited('2019-06-01', '2026-05-20'))).toEqual({ day: false, confidence: true });
  expect(flawed(cited(null, '2019-05-20'))).toEqual({ day: false, confidence: true });
  const left = settled(cited('2026-06-01', '2019-05-20'), context)!;
  expect([left.evidence[0]!.publishedAt, left.dimensions.demand.confidence]).toEqual(['2019-05-20', 'low']);
});

describe('two sources', () => {
  const release =
    'The association counted nine hundred members at the end of the year, a third more than in the year before it.';
  const own = 'Of those who were asked in the spring, four in ten said that they would renew without a discount.';
  const entry = (host: string, excerpt: string, title: string, around?: string): Reviewed['evidence'][number] => ({
    ...sample!,
    evidenceId: host,
    grade: 'reported',
    sourceUrl: `https://${host}.example/1`,
    title,
    excerpt,
    verification: {
      status: 'verified',
      checkedAt: opened.toISOString(),
      contentSha256: null,
      ...(around !== undefined && { context: around }),
    },
  });

  test.each<[string, Reviewed['evidence'], boolean]>([
    ['with texts of their own', [entry('one', release, 'Report'), entry('two', own, 'Survey')], true],
    [
      'of which one shortens the other',
      [entry('one', release, 'Report'), entry('two', release.slice(0, 80), 'News')],
      false,
    ],
    [
      'that quote two passages of one press release',
      [entry('one', release, 'Report'), entry('two', own, 'News', `${release} ${own}`)],
      false,
    ],
    [
      'that show one title, each with the name of its site',
      [
        entry('one', release, 'Members of the association grow | One'),
        entry('two', own, 'Members of the association grow – Two'),
      ],
      false,
    ],
    ['with a short title in common', [entry('one', release, 'Prices'), entry('two', own, 'Prices')], true],
    [
      'with the same frame around their own words',
      [
        entry('one', release, 'Report', `Skip to content ${release}`),
        entry('two', own, 'News', `Skip to content ${own}`),
      ],
      true,
    ],
  ])('%s', (_, evidence, independent) => {
    expect(twoIndependent(evidence, true)).toBe(independent);
    expect(twoIndependent(evidence.toReversed(), true)).toBe(independent);
  });
});
