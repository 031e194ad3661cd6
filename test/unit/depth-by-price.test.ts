import type { PublishedParts } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { depthFlaws, DEPTH_BY_PRICE, printedFlaws } from '../../domain/depth-by-price';
import { countPages } from '../../documents/count-pages';
import { createDossierRenderer } from '../../documents/create-dossier-renderer';
import { pdfPages } from '../support/pdf-text';
import { withComputed } from '../../domain/publish-findings';
import { FULL_DEPTH } from '../../stand-ins/agents/sample-depth';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { brief, opened } from '../support/reviewed-submission';

const { fromCents, sources } = DEPTH_BY_PRICE;

/** Findings as deep as the highest price asks. */
const deep: PublishedParts = withComputed(
  sampleSubmission(brief, opened, { sources: 26, competitors: 5, depth: FULL_DEPTH }),
);
const pointersOf = (findings: PublishedParts, priceCents: number = fromCents) =>
  depthFlaws(findings, priceCents).map(({ pointer }) => pointer);

test('what costs the highest price holds every part; what costs less may hold less', () => {
  expect(depthFlaws(deep, fromCents)).toEqual([]);
  expect(pointersOf(sampleFindings, fromCents - 1)).toEqual([]);
  expect(pointersOf(sampleFindings)).toEqual(['/evidence', '/sponsors', '/channels/1/costPerReader']);
});

test('the pages of a PDF are counted as a reader of PDFs counts them', async () => {
  const renderer = createDossierRenderer();
  const pdf = await renderer.pdf(sampleFindings, null, { title: 'A title', licence: null });
  await renderer.close();
  expect(await countPages(sampleFindings, 'A title')).toBe(pdfPages(pdf).length);
});

test('what costs the highest price has 15 printed pages, or is refused in words', () => {
  expect(printedFlaws(15, fromCents)).toEqual([]);
  expect(printedFlaws(3, fromCents - 1)).toEqual([]);
  expect(printedFlaws(14, fromCents)).toEqual([
    {
      pointer: '',
      detail: 'must print 15 pages as a PDF for a price from $1,499, not 14: research further, or lower the price',
    },
  ]);
});

const withoutPart = (part: keyof PublishedParts) => {
  const { [part]: _left, ...rest } = deep;
  return rest as PublishedParts;
};

test.each<[string, PublishedParts, string]>([
  ['24 pages', { ...deep, evidence: deep.evidence.slice(0, sources - 1) }, '/evidence'],
  [
    'a comparable newsletter without opens',
    { ...deep, comparables: deep.comparables!.map((each) => ({ ...each, opens: null })) },
    '/comparables',
  ],
  [
    'sponsors without prices',
    { ...deep, sponsors: deep.sponsors!.map((each) => ({ ...each, price: null })) },
    '/sponsors',
  ],
  [
    'one finding that would change the verdict',
    { ...deep, wouldChange: deep.wouldChange!.slice(0, 1) },
    '/wouldChange',
  ],
  ['no name', withoutPart('nameChecks'), '/nameChecks'],
  ['no trend', withoutPart('trend'), '/trend'],
  ['no sample issue', withoutPart('sampleIssue'), '/sampleIssue'],
  [
    'a channel without the cost of a reader',
    { ...deep, channels: deep.channels.map((each, i) => (i === 1 ? { ...each, costPerReader: null } : each)) },
    '/channels/1/costPerReader',
  ],
  [
    'a risk without an early signal',
    { ...deep, risks: deep.risks.map(({ signal: _none, ...risk }) => risk) },
    '/risks/0/signal',
  ],
  ['a risk without a stop', { ...deep, risks: deep.risks.map(({ stop: _none, ...risk }) => risk) }, '/risks/0/stop'],
])('with %s it is not on offer for that price', (_, findings, pointer) => {
  expect(depthFlaws(findings, fromCents)[0]).toMatchObject({
    pointer,
    detail: expect.stringMatching(/for a price from \$1,499.*: research further, or lower the price$/) as string,
  });
});

test('many passages of one page are one source', () => {
  const evidence = deep.evidence.map((each, i) => ({ ...each, sourceUrl: `https://one.example/#part-${i}` }));
  expect(pointersOf({ ...deep, evidence })).toEqual(['/evidence']);
});
