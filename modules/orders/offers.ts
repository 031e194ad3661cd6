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
const FLOOR = `Not charged unless ${percent}% of its quotations, and at least ${sources} pages on ${hosts} sites, are verified`;
const DEPTH = `${DEPTH_BY_PRICE.sources} or more from $${(DEPTH_BY_PRICE.fromCents / 100).toLocaleString('en-US')}; its page says how many`;
const CHECKED =
  'a verdict with its score, seven dimensions with evidence, competitors, income ranges, risks and next steps';

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
      'For you if': 'You have an idea and want to know whether it is worth starting',
      Ideas: 'One: yours',
      Sources: FLOOR,
      Exclusivity: 'We sell it to nobody else; another customer may have the same idea checked',
      Delivery: 'Within half an hour of its start',
    },
    href: '/buy?product=idea_check',
    action: 'Buy a credit',
    pack: packOf('idea_check'),
  },
  custom_search: {
    name: RUN_KINDS.custom_search.label,
    gives: 'ideas made for you from your profile and expertise, each researched, then ranked as a portfolio',
    sentence: 'Ideas made for you from your profile and expertise, each researched, then ranked as a portfolio.',
    contents: [
      `Up to ${MOST_CANDIDATES} newsletter ideas that fit you, ranked and compared`,
      'A researched chapter of each: verdict, scores, income, risks',
      'One portfolio as a page and as a PDF, and its findings as JSON',
      SOURCES,
    ],
    compared: {
      'For you if': 'You want to publish and look for the idea that fits you',
      Ideas: `${FEWEST_CANDIDATES} to ${MOST_CANDIDATES}, ranked`,
      Sources: 'For each idea as in an Idea Check, or it is not ranked',
      Exclusivity: 'We sell them to nobody else; another customer’s search may find the same idea',
      Delivery: 'Within four hours of its start',
    },
    href: '/buy?product=custom_search',
    action: 'Buy a credit',
    pack: packOf('custom_search'),
  },
  opportunity: {
    name: 'Exclusive opportunity',
    gives: 'one idea that was researched already, sold once',
    sentence: 'Researched already, sold once: the full dossier at once, and nobody else gets it.',
    contents: [
      'The full dossier as a page and as a PDF, and its findings as JSON',
      'Your name in it as its owner, with exclusive rights',
      'Income of the first year in three cases, first issues and a calendar of 90 days',
      SOURCES,
    ],
    compared: {
      'For you if': 'You want to start now, on ground that is nobody else’s',
      Ideas: 'One, chosen from the catalog',
      Sources: DEPTH,
      Exclusivity: 'Sold once: when it is yours, it leaves the catalog for good',
      Delivery: 'At once',
    },
    href: '/opportunities',
    action: 'See what is on offer',
    pack: null,
  },
};

/** All offers in the order in which they are shown. */
export const ALL_OFFERS = PRODUCTS.map((product) => ({ product, ...OFFERS[product] }));
