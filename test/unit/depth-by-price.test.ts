import { depthFlaws, DEPTH_BY_PRICE } from '../../domain/depth-by-price';
import { sampleFindings } from '../../contracts/sample-findings';

const { fromCents, sources } = DEPTH_BY_PRICE;
const [entry] = sampleFindings.evidence;
const citing = (count: number) => ({
  evidence: Array.from({ length: count }, (_, i) => ({ ...entry!, sourceUrl: `https://source-${i}.example/` })),
});

test('what costs the highest price cites 25 pages, and what costs less may cite fewer', () => {
  expect(depthFlaws(citing(sources), fromCents)).toEqual([]);
  expect(depthFlaws(citing(sources - 1), fromCents - 1)).toEqual([]);
  expect(depthFlaws(citing(sources - 1), fromCents)).toMatchObject([
    {
      pointer: '/evidence',
      detail: expect.stringContaining('must cite 25 pages for a price from $1,499, not 24') as string,
    },
  ]);
});

test('many passages of one page are one source', () => {
  const evidence = citing(sources).evidence.map((each, i) => ({
    ...each,
    sourceUrl: `https://one.example/#part-${i}`,
  }));
  expect(depthFlaws({ evidence }, fromCents)).toHaveLength(1);
});
