import type { PublishedParts } from '../../contracts/findings';
import { sampleFindings } from '../../contracts/sample-findings';
import { depthFlaws, DEPTH_BY_PRICE, printedFlaws } from '../../domain/depth-by-price';
import { withComputed } from '../../domain/publish-findings';
import { FULL_DEPTH } from '../../stand-ins/agents/sample-shape';
import { sampleSubmission } from '../../stand-ins/agents/sample-submission';
import { brief, opened } from '../support/findings';

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
  expect([printedFlaws(15, fromCents), printedFlaws(3, fromCents - 1)]).toEqual([[], []]);
  expect(printedFlaws(14, fromCents)[0]!.detail).toMatch(/^must print 15 pages .* from \$1,499, not 14/);
});

const { nameChecks: _names, ...unnamed } = deep;
test.each<[string, Partial<PublishedParts>, string]>([
  ['24 pages', { evidence: deep.evidence.slice(0, sources - 1) }, '/evidence'],
  ['no opens', { comparables: deep.comparables!.map((each) => ({ ...each, opens: null })) }, '/comparables'],
  ['no reader cost', { channels: deep.channels.map((each) => ({ ...each, costPerReader: null })) }, '/channels'],
  ['no early signal', { risks: deep.risks.map(({ signal: _none, ...risk }) => risk) }, '/risks/0/signal'],
])('is refused at the highest price with %s', (_, changes, pointer) => {
  const [flaw] = depthFlaws({ ...deep, ...changes }, fromCents);
  expect(flaw!.pointer).toMatch(new RegExp(`^${pointer}`));
  expect(flaw!.detail).toMatch(/for a price from \$1,499.*: research further, or lower the price$/);
});

test('is refused at the highest price without a checked name', () => {
  expect(pointersOf(unnamed)).toEqual(['/nameChecks']);
});
