import type { PublishedParts } from './contract/findings';
import type { Flaw } from './rules/rule';

/** Depth that an opportunity of the highest prices has, or it is not put on offer. */
export const DEPTH_BY_PRICE = {
  /** Price in US cents from which it counts. */
  fromCents: 149_900,
  sources: 25,
  /** Pages of the dossier as it is printed. */
  printed: 15,
  /** Comparable newsletters with readers, opens and price. */
  comparables: 3,
  /** Sponsors with the price of a place. */
  sponsors: 3,
  changes: 2,
  names: 1,
} as const;

/** Flaws of findings that are not as deep as their price, in US cents, asks. */
export function depthFlaws(findings: PublishedParts, priceCents: number): Flaw[] {
  const least = DEPTH_BY_PRICE;
  if (!asksForDepth(priceCents)) return [];
  const { evidence, comparables = [], sponsors = [], wouldChange = [], nameChecks = [], channels, risks } = findings;
  const cited = new Set(evidence.map(({ sourceUrl }) => sourceUrl.split('#')[0])).size;
  const compared = comparables.filter(({ readers, opens, price }) => readers && opens && price).length;
  const priced = sponsors.filter(({ price }) => price !== null).length;
  return [
    ...fewer('/evidence', 'cite', least.sources, cited, 'pages'),
    ...fewer(
      '/comparables',
      'hold',
      least.comparables,
      compared,
      'comparable newsletters with readers, opens and price',
    ),
    ...fewer('/sponsors', 'name', least.sponsors, priced, 'sponsors with a price'),
    ...fewer('/wouldChange', 'name', least.changes, wouldChange.length, 'findings that would change the verdict'),
    ...fewer('/nameChecks', 'hold', least.names, nameChecks.length, 'names that were checked'),
    ...channels.flatMap(({ costPerReader }, i) => (costPerReader ? [] : missing(`/channels/${i}/costPerReader`))),
    ...risks.flatMap(({ signal, stop }, i) => [
      ...(signal ? [] : missing(`/risks/${i}/signal`)),
      ...(stop ? [] : missing(`/risks/${i}/stop`)),
    ]),
    ...PARTS.flatMap((part) => (findings[part] ? [] : missing(`/${part}`))),
  ];
}

/** True if opportunities of a price, in US cents, are to have the depth. */
export const asksForDepth = (priceCents: number) => priceCents >= DEPTH_BY_PRICE.fromCents;

/** Flaw of a dossier whose PDF has fewer pages than its price, in US cents, asks. */
export function printedFlaws(pages: number, priceCents: number): Flaw[] {
  return asksForDepth(priceCents) ? fewer('', 'print', DEPTH_BY_PRICE.printed, pages, 'pages as a PDF') : [];
}

/** Parts that it has besides. */
const PARTS = ['trend', 'sampleIssue'] as const;

const PRICE = `for a price from $${(DEPTH_BY_PRICE.fromCents / 100).toLocaleString('en-US')}`;
const CURE = 'research further, or lower the price';

function fewer(pointer: string, verb: string, least: number, count: number, what: string): Flaw[] {
  return count >= least ? [] : [{ pointer, detail: `must ${verb} ${least} ${what} ${PRICE}, not ${count}: ${CURE}` }];
}

function missing(pointer: string): Flaw[] {
  return [{ pointer, detail: `must be there ${PRICE}: ${CURE}` }];
}
