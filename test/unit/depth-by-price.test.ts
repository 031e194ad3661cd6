import type { PublishedParts } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { depthFlaws, DEPTH_BY_PRICE, printedFlaws } from '../../domain/depth-by-price';
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

test('requires every part at the highest price only', () => {
  expect(depthFlaws(deep, fromCents)).toEqual([]);
  expect(pointersOf(sampleFindings, fromCents - 1)).toEqual([]);
  expect(pointersOf(sampleFindings)).toEqual(['/evidence', '/sponsors', '/channels/1/costPerReader']);
});

test('requires 15 printed pages at the highest price', () => {
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
  ['no name', withoutPart('nameChecks'), '/nameChecks'],
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
])('is refused at the highest price with %s', (_, findings, pointer) => {
  expect(depthFlaws(findings, fromCents)[0]).toMatchObject({
    pointer,
    detail: expect.stringMatching(/for a price from \$1,499.*: research further, or lower the price$/) as string,
  });
});
