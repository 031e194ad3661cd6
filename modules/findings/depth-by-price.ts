import { PublishedParts } from './contract/findings';
import { sampleFindings } from './contract/sample-findings';
import type { Flaw } from './rules/rule';

/**
 * Depth that an opportunity needs at each price in US cents to be offered for sale. The first level applies at every
 * price. It requires every section of the public sample, each with at least one usable entry.
 */
const LEVELS = [
  { fromCents: 0, sources: 0, printed: 0, comparables: 1, sponsors: 1, changes: 1, names: 1, costed: 1 },
  { fromCents: 149_900, sources: 25, printed: 15, comparables: 3, sponsors: 3, changes: 2, names: 1, costed: Infinity },
] as const;

/** Depth required at high prices. */
export const DEPTH_BY_PRICE = LEVELS[1];

/** Members that every document must have. An opportunity also needs the other sections of the sample. */
const ASKED: readonly string[] = PublishedParts.required;
const SECTIONS = (Object.keys(PublishedParts.properties) as (keyof PublishedParts)[]).filter(
  (part) => part in sampleFindings && !ASKED.includes(part),
);

/** Reports each part of the findings that is not deep enough for the given price in US cents. */
export function depthFlaws(findings: PublishedParts, priceCents: number): Flaw[] {
  const absent = SECTIONS.filter((part) => isEmpty(findings[part])).map((part) => `/${part}`);
  return [
    ...absent.map((pointer) => ({ pointer, detail: `is missing: ${AT_ANY_PRICE}` })),
    ...thinFlaws(findings, priceCents).filter(({ pointer }) => !absent.includes(pointer)),
  ];
}

const AT_ANY_PRICE = 'every opportunity needs all sections of the public sample, at any price; research it';

const isEmpty = (part: unknown) => part === undefined || (Array.isArray(part) && part.length === 0);

/** Reports sections with fewer entries than the price requires. */
function thinFlaws(findings: PublishedParts, priceCents: number): Flaw[] {
  const level = levelOf(priceCents);
  const { evidence, comparables = [], sponsors = [], wouldChange = [], nameChecks = [], channels, risks } = findings;
  const cited = new Set(evidence.map(({ sourceUrl }) => sourceUrl.split('#')[0])).size;
  const compared = comparables.filter(({ readers, opens, price }) => readers && opens && price).length;
  const priced = sponsors.filter(({ price }) => price !== null).length;
  const costed = channels.filter(({ costPerReader }) => costPerReader).length;
  const counted: [pointer: string, verb: string, least: number, count: number, what: string][] = [
    ['/evidence', 'cite', level.sources, cited, 'pages'],
    ['/comparables', 'hold', level.comparables, compared, 'comparable newsletters with readers, opens and price'],
    ['/sponsors', 'name', level.sponsors, priced, 'sponsors with a price'],
    ['/wouldChange', 'name', level.changes, wouldChange.length, 'findings that would change the verdict'],
    ['/nameChecks', 'hold', level.names, nameChecks.length, 'names that were checked'],
    ['/channels', 'give', Math.min(level.costed, channels.length), costed, 'channels with their costPerReader'],
  ];
  return [
    ...counted.flatMap(([pointer, ...rest]) => fewer(pointer, level, ...rest)),
    ...risks.flatMap((risk, i) =>
      (['signal', 'stop'] as const).flatMap((name) =>
        risk[name] ? [] : [{ pointer: `/risks/${i}/${name}`, detail: `is missing: ${AT_ANY_PRICE}` }],
      ),
    ),
  ];
}

/** True if a price, in US cents, is high enough to require more depth, such as a minimum number of PDF pages. */
export const asksForDepth = (priceCents: number) => priceCents >= DEPTH_BY_PRICE.fromCents;

/** Reports a PDF with fewer pages than its price, in US cents, requires. */
export function printedFlaws(pages: number, priceCents: number): Flaw[] {
  const level = levelOf(priceCents);
  return fewer('', level, 'print', level.printed, pages, 'pages as a PDF');
}

type Level = (typeof LEVELS)[number];

const levelOf = (priceCents: number): Level => LEVELS[asksForDepth(priceCents) ? 1 : 0];

function fewer(
  pointer: string,
  { fromCents }: Level,
  verb: string,
  least: number,
  count: number,
  what: string,
): Flaw[] {
  if (count >= least) return [];
  const cure =
    fromCents === 0
      ? 'at any price: research further'
      : `for a price from $${(fromCents / 100).toLocaleString('en-US')}: research further, or lower the price`;
  return [{ pointer, detail: `must ${verb} at least ${least} ${what}, not ${count}, ${cure}` }];
}
