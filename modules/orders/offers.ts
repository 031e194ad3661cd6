import { DEPTH_BY_PRICE } from '../findings/depth-by-price';
import { EVIDENCE_FLOOR } from '../findings/rules/completeness';
import { FEWEST_CANDIDATES, MOST_CANDIDATES, type RunKind } from '../run-kinds/contract';
import { RUN_KINDS } from '../run-kinds/rules';
import { PACK_CREDITS, PRODUCTS, type ProductName } from './contract';

/** Rows of the product comparison, in display order. */
export const COMPARED = ['Use it to', 'Ideas', 'Sources', 'Exclusivity', 'Delivery'] as const;

/** A product as described on every page and in every email; its price is in the database. */
export interface Offer {
  name: string;
  /** Ending of a sentence that starts with “gives you …”. */
  gives: string;
  /** `gives` as a full sentence. */
  sentence: string;
  contents: readonly string[];
  compared: Record<(typeof COMPARED)[number], string>;
  href: string;
  action: string;
  /** Null for an opportunity, which is sold only once. */
  pack: Pack | null;
}

interface Pack {
  label: string;
  href: string;
}

const packOf = (kind: RunKind): Pack => ({
  label: `${PACK_CREDITS} credits`,
  href: `/buy?product=${kind}&quantity=${PACK_CREDITS}`,
});

const SOURCES = 'Every source, linked and quoted';
const { percent, sources, hosts } = EVIDENCE_FLOOR;
// The percentage counts quotes marked `stands`: those that we found on their page, or whose page only the agent could
// open.
const FLOOR = `Your credit comes back unless ${percent}% of the quotes are confirmed, from at least ${sources} pages on ${hosts} sites`;
const DEPTH = `Each page shows the number; at least ${DEPTH_BY_PRICE.sources} from $${(DEPTH_BY_PRICE.fromCents / 100).toLocaleString('en-US')}`;
const CHECKED = 'a verdict, seven scores with their evidence, competitors, income, risks and next steps';

/** What we sell. All product descriptions come from here. */
export const OFFERS: Record<ProductName, Offer> = {
  idea_check: {
    name: RUN_KINDS.idea_check.label,
    gives: CHECKED,
    sentence: `One newsletter idea, researched: ${CHECKED}.`,
    contents: [
      'A dossier on your idea: web page, PDF and findings as JSON',
      'A verdict and seven scores, with reasons',
      'Competitors, income, channels, risks and next steps',
      SOURCES,
    ],
    compared: {
      'Use it to': 'Find out whether your idea is worth starting',
      Ideas: 'One idea of yours',
      Sources: FLOOR,
      Exclusivity: 'We never resell it, but others may check the same idea',
      Delivery: 'Ready within half an hour',
    },
    href: '/buy?product=idea_check',
    action: 'Buy a credit',
    pack: packOf('idea_check'),
  },
  custom_search: {
    name: RUN_KINDS.custom_search.label,
    gives: 'ideas that fit your skills and interests, each researched, then ranked',
    sentence: 'Ideas that fit your skills and interests, each researched, then ranked.',
    contents: [
      `Up to ${MOST_CANDIDATES} newsletter ideas that fit you, ranked and compared`,
      'A chapter on each: verdict, scores, income and risks',
      'A portfolio: web page, PDF and findings as JSON',
      SOURCES,
    ],
    compared: {
      'Use it to': 'Find an idea that fits your skills',
      Ideas: `${FEWEST_CANDIDATES} to ${MOST_CANDIDATES} ideas, ranked`,
      Sources: 'Each idea is checked like an Idea Check',
      Exclusivity: 'We never resell them, but another search may find the same idea',
      Delivery: 'Ready within four hours',
    },
    href: '/buy?product=custom_search',
    action: 'Buy a credit',
    pack: packOf('custom_search'),
  },
  opportunity: {
    name: 'Exclusive opportunity',
    gives: 'one researched idea, sold once',
    sentence: 'A finished dossier on one newsletter idea, sold once, to you.',
    contents: [
      'The full dossier: web page and PDF',
      'A data file: findings as JSON, sources and first-year figures as CSV',
      'A certificate of exclusivity that names you as the owner',
      'First-year income in three cases, first issues and a 90-day launch calendar',
      SOURCES,
    ],
    compared: {
      'Use it to': 'Start now, with an idea nobody else can buy',
      Ideas: 'One idea from the catalog',
      Sources: DEPTH,
      Exclusivity: 'Sold once, then it leaves the catalog',
      Delivery: 'Ready immediately',
    },
    href: '/opportunities',
    action: 'See opportunities',
    pack: null,
  },
};

export const ALL_OFFERS = PRODUCTS.map((product) => ({ product, ...OFFERS[product] }));
