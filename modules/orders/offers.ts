import { DEPTH_BY_PRICE } from '../findings/depth-by-price';
import { EVIDENCE_FLOOR } from '../findings/rules/completeness';
import { FEWEST_CANDIDATES, MOST_CANDIDATES, type RunKind } from '../run-kinds/contract';
import { RUN_KINDS } from '../run-kinds/rules';
import { PACK_CREDITS, PRODUCTS, type ProductName } from './contract';

/** Questions by which products are compared, in the order in which they are shown. */
export const COMPARED = ['For you if', 'Ideas', 'Sources', 'Exclusivity', 'Delivery'] as const;

/** A product as every page, mail and text tells of it; its price is in the database. */
export interface Offer {
  name: string;
  /** What one purchase gives, behind “gives you”. */
  gives: string;
  /** The same as a sentence of its own. */
  sentence: string;
  contents: readonly string[];
  compared: Record<(typeof COMPARED)[number], string>;
  href: string;
  action: string;
  /** Several of it in one order, for less; null of what is sold once. */
  pack: Pack | null;
}

/** Several credits in one order. */
interface Pack {
  label: string;
  href: string;
}

const packOf = (kind: RunKind): Pack => ({
  label: `${PACK_CREDITS} credits`,
  href: `/buy?product=${kind}&quantity=${PACK_CREDITS}`,
});

const SOURCES = 'Every source with its address and the words that we rely on';
const { percent, sources, hosts } = EVIDENCE_FLOOR;
const FLOOR = `Your credit returns unless we verify ${percent}% of its quotes, from ${sources} pages on ${hosts} sites or more`;
const DEPTH = `${DEPTH_BY_PRICE.sources} or more at $${(DEPTH_BY_PRICE.fromCents / 100).toLocaleString('en-US')} and up; each page says how many`;
const CHECKED = 'a verdict, seven scores with their evidence, competitors, income, risks and next steps';

/** What is sold: the one place where it is said. */
export const OFFERS: Record<ProductName, Offer> = {
  idea_check: {
    name: RUN_KINDS.idea_check.label,
    gives: CHECKED,
    sentence: `One newsletter idea, researched: ${CHECKED}.`,
    contents: [
      'A dossier of your idea as a page and as a PDF, and its findings as JSON',
      'A verdict and seven scores, each with its reasons',
      'Competitors, income, channels, risks and next steps',
      SOURCES,
    ],
    compared: {
      'For you if': 'You want to know whether your idea is worth starting',
      Ideas: 'One idea: yours',
      Sources: FLOOR,
      Exclusivity: 'We never resell it; others may check the same idea',
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
      'A researched chapter of each: verdict, scores, income, risks',
      'One portfolio as a page and as a PDF, and its findings as JSON',
      SOURCES,
    ],
    compared: {
      'For you if': 'You want to publish and need the idea that fits you',
      Ideas: `${FEWEST_CANDIDATES} to ${MOST_CANDIDATES} ideas, ranked`,
      Sources: 'Each ranked idea is checked like an Idea Check',
      Exclusivity: 'We never resell them; other searches may find the same idea',
      Delivery: 'Ready within four hours',
    },
    href: '/buy?product=custom_search',
    action: 'Buy a credit',
    pack: packOf('custom_search'),
  },
  opportunity: {
    name: 'Exclusive opportunity',
    gives: 'one researched idea, sold once',
    sentence: 'A researched idea that only you can buy: its full dossier, at once.',
    contents: [
      'The full dossier as a page and as a PDF, and its findings as JSON',
      'Your name in it as its owner, with exclusive rights',
      'Income of the first year in three cases, first issues and a calendar of 90 days',
      SOURCES,
    ],
    compared: {
      'For you if': 'You want to start now, with an idea only you can buy',
      Ideas: 'One idea from the catalog',
      Sources: DEPTH,
      Exclusivity: 'Sold once, then it leaves the catalog',
      Delivery: 'Ready at once',
    },
    href: '/opportunities',
    action: 'See what is on offer',
    pack: null,
  },
};

/** All offers in the order in which they are shown. */
export const ALL_OFFERS = PRODUCTS.map((product) => ({ product, ...OFFERS[product] }));
