import { dayInUtc, formatMoney } from '../../../base/wording';
import type { DimensionName, Findings } from '../../findings/contract/findings';
import type { Evidence } from '../../findings/contract/findings-parts';

type Recommendation = Findings['verdict']['recommendation'];
type Level = 'low' | 'medium' | 'high';

export const RECOMMENDATION_TONES: Record<Recommendation, 'good' | 'mid' | 'bad'> = {
  pursue: 'good',
  refine: 'mid',
  avoid: 'bad',
};

/** Question that the score of each dimension answers. */
export const DIMENSION_QUESTIONS: Record<DimensionName, string> = {
  demand: 'Do enough people look for this?',
  competition: 'How much room do others leave?',
  monetization: 'Will somebody pay for it?',
  acquisition: 'Can readers be reached at a fair cost?',
  operatorFit: 'Is it a match for the person who runs it?',
  sustainability: 'Is there material for years?',
  risk: 'How safe is it from going wrong?',
};

/** Explanation of each basis in the method section. */
export const BASES: Record<'fact' | 'estimate' | 'inference', { label: string; meaning: string }> = {
  fact: { label: 'Fact', meaning: 'stated by a cited source' },
  estimate: { label: 'Estimate', meaning: 'derived from cited sources' },
  inference: { label: 'Inference', meaning: 'reasoned without a source' },
};

/** Labels of levels, their rank and the colour of one that is better low. */
export const LEVELS: Record<Level, { label: string; rank: 1 | 2 | 3; tone: 'good' | 'mid' | 'bad' }> = {
  low: { label: 'Low', rank: 1, tone: 'good' },
  medium: { label: 'Medium', rank: 2, tone: 'mid' },
  high: { label: 'High', rank: 3, tone: 'bad' },
};

/** What an assumption rests on. */
export const RESTS = { sourced: 'Sourced', assumed: 'Assumed' } as const;

export const EFFORTS = { hours: 'Hours', days: 'Days', weeks: 'Weeks' } as const;

/** Groups of the evidence, the strongest first. */
export const GRADE_WORDING = {
  primary: { heading: 'Primary sources', meaning: 'Statistics, filings, registers, price pages: the thing itself.' },
  reported: { heading: 'Reported', meaning: 'Independent reporting and studies about it.' },
  trade: { heading: 'Trade', meaning: 'Trade press, associations and people of the field.' },
  claim: { heading: 'Claims', meaning: 'Said by somebody with an interest in it.' },
} as const;

/** What became of a quotation that was checked on its page. */
export const VERIFICATIONS = {
  verified: { label: 'Quotation found word for word', tone: 'good' },
  not_found: { label: 'Quotation not found on the page', tone: 'bad' },
  unreachable: { label: 'Page did not open for us', tone: 'mid' },
  not_text: { label: 'Page holds no text to compare', tone: 'mid' },
  seen_by_agent: { label: 'Seen by the agent; the page did not open for us', tone: 'mid' },
} as const;

/** Formats `November 20, 2026` in UTC. */
export function formatDate(iso: string): string {
  return dayInUtc(new Date(iso));
}

/** Formats `November 20, 2026, 14:03 UTC`. */
export function formatInstant(iso: string): string {
  return `${formatDate(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`;
}

/** Formats US cents with those that are not zero: `$1,200`, `–$0.50`. */
export function formatCents(cents: number): string {
  return typeset(formatMoney({ amount: cents, currency: 'usd' }, 'where needed'));
}

/** Formats US cents as whole dollars, for sums where cents say nothing: `–$1,200`. */
export function formatDollars(cents: number): string {
  return typeset(formatMoney({ amount: cents, currency: 'usd' }, 'never'));
}

// A dash as long as a figure is the sign in print.
const typeset = (money: string) => money.replace('-', '–');

/** Formats what an hour earns: cents only where dollars would say little. */
export function formatEarned(cents: number): string {
  return Math.abs(cents) < 1_000 ? formatCents(cents) : formatDollars(cents);
}

/** Formats a whole number with thousands separators. */
export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** How a figure was calculated, in one sentence; null where it was not. */
export function workedIn({ calculation, exchange }: Pick<Evidence, 'calculation' | 'exchange'>): string | null {
  if (calculation === undefined) return null;
  return `Calculated as ${calculation}${exchange ? `, where ${rateIn(exchange)}` : ''}.`;
}

/** By which rate a price was converted, and of which day, as it stands beside the price; null where it was not. */
export function convertedIn({ exchange }: Pick<Evidence, 'exchange'>): string | null {
  return exchange ? `Converted: ${rateIn(exchange)}` : null;
}

function rateIn({ currency, rate, day }: NonNullable<Evidence['exchange']>): string {
  return `1 ${currency.toUpperCase()} is ${rate} USD (${formatDate(day)})`;
}
