import type { PublishedParts } from '../contracts/findings';
import type { Flaw } from './check-findings';

/** Depth that an opportunity of the highest prices has, or it is not put on offer. */
export const DEPTH_BY_PRICE = {
  /** Price in US cents from which it counts. */
  fromCents: 149_900,
  sources: 25,
} as const;

/** Flaw of findings that are not as deep as their price, in US cents, asks. */
export function depthFlaws({ evidence }: Pick<PublishedParts, 'evidence'>, priceCents: number): Flaw[] {
  const { fromCents, sources } = DEPTH_BY_PRICE;
  const cited = new Set(evidence.map(({ sourceUrl }) => sourceUrl.split('#')[0])).size;
  if (priceCents < fromCents || cited >= sources) return [];
  const detail = `must cite ${sources} pages for a price from $${(fromCents / 100).toLocaleString('en-US')}, not ${cited}: research further, or lower the price`;
  return [{ pointer: '/evidence', detail }];
}
