import type { DimensionName, Findings } from '../../contracts/findings';

type Recommendation = Findings['verdict']['recommendation'];
type Level = 'low' | 'medium' | 'high';

/** What each recommendation is called and what it tells the reader to do; rank 1 is the best. */
export const RECOMMENDATIONS: Record<Recommendation, { label: string; rank: 1 | 2 | 3; meaning: string }> = {
  pursue: { label: 'Pursue', rank: 1, meaning: 'The evidence supports starting now.' },
  refine: { label: 'Refine', rank: 2, meaning: 'Worth another look once the weak points below are reworked.' },
  avoid: { label: 'Avoid', rank: 3, meaning: 'The evidence speaks against investing in this idea as it stands.' },
};

/** Each dimension's label and the question that its score answers. */
export const DIMENSION_WORDING: Record<DimensionName, { label: string; question: string }> = {
  demand: { label: 'Demand', question: 'Do enough people look for this?' },
  competition: { label: 'Competition', question: 'How much room do others leave?' },
  monetization: { label: 'Monetization', question: 'Will somebody pay for it?' },
  acquisition: { label: 'Acquisition', question: 'Can readers be reached at a fair cost?' },
  operatorFit: { label: 'Operator fit', question: 'Is it a match for the person who runs it?' },
  sustainability: { label: 'Sustainability', question: 'Is there material for years?' },
  risk: { label: 'Risk', question: 'How safe is it from going wrong?' },
};

/** How a basis is explained in the method section. */
export const BASES: Record<'fact' | 'estimate' | 'inference', { label: string; meaning: string }> = {
  fact: { label: 'Fact', meaning: 'stated by a cited source' },
  estimate: { label: 'Estimate', meaning: 'derived from cited sources' },
  inference: { label: 'Inference', meaning: 'reasoned without a source' },
};

/** Low, Medium or High. */
export const LEVELS: Record<Level, { label: string; rank: 1 | 2 | 3 }> = {
  low: { label: 'Low', rank: 1 },
  medium: { label: 'Medium', rank: 2 },
  high: { label: 'High', rank: 3 },
};

/** How long a next step takes. */
export const EFFORTS = { hours: 'Hours', days: 'Days', weeks: 'Weeks' } as const;

const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** `20 November 2026` in UTC. Written out by hand because locale data differ between builds of Node. */
export function formatDate(iso: string): string {
  const date = new Date(iso);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** `20 November 2026, 14:03 UTC`. */
export function formatInstant(iso: string): string {
  return `${formatDate(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`;
}

/** Minor units as whole dollars with thousands separators, cents only where there are any: `$1,200`, `$0.50`. */
export function formatMoney(amountMinor: number): string {
  const [whole, cents] = (amountMinor / 100).toFixed(2).split('.') as [string, string];
  return `$${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${cents === '00' ? '' : `.${cents}`}`;
}

/** Longest title of a dossier, in characters. */
const TITLE_LENGTH = 140;

/** A title from running text: all of it where it is short, else its first clause, else its beginning and an ellipsis. */
export function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  const characters = Array.from(line);
  if (characters.length <= TITLE_LENGTH) return line;
  const head = characters.slice(0, TITLE_LENGTH).join('');
  const clause = /^.{30,}?(?=[.:;!?](\s|$))/su.exec(head);
  if (clause) return clause[0];
  const boundary = head.search(/\s\S*$/);
  return `${head.slice(0, boundary > head.length / 2 ? boundary : undefined).replace(/[\s,–—-]+$/, '')}…`;
}
