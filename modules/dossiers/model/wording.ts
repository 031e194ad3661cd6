import { dayInUtc, formatMoney } from '../../../base/wording';
import { about, aboutMoney } from '../../findings/verdict-words';
import type { DimensionName, Findings } from '../../findings/contract/findings';
import type { Evidence } from '../../findings/contract/findings-parts';

type Recommendation = Findings['verdict']['recommendation'];
type Level = 'low' | 'medium' | 'high';

export const RECOMMENDATION_TONES: Record<Recommendation, 'good' | 'mid' | 'bad'> = {
  pursue: 'good',
  refine: 'mid',
  avoid: 'bad',
};

export const DIMENSION_QUESTIONS: Record<DimensionName, string> = {
  demand: 'Do enough people look for this?',
  competition: 'How much room do competitors leave?',
  monetization: 'Will anyone pay for it?',
  acquisition: 'Can you reach readers at a fair cost?',
  operatorFit: 'Does it suit the person who runs it?',
  sustainability: 'Is there enough to write about for years?',
  risk: 'How safe is it?',
};

export const BASES: Record<'fact' | 'estimate' | 'inference', { label: string; meaning: string }> = {
  fact: { label: 'Fact', meaning: 'stated by a cited source' },
  estimate: { label: 'Estimate', meaning: 'derived from cited sources' },
  inference: { label: 'Inference', meaning: 'reasoned, without a source' },
};

/** Label and rank of each level. `tone` is its color on a scale where low is good. */
export const LEVELS: Record<Level, { label: string; rank: 1 | 2 | 3; tone: 'good' | 'mid' | 'bad' }> = {
  low: { label: 'Low', rank: 1, tone: 'good' },
  medium: { label: 'Medium', rank: 2, tone: 'mid' },
  high: { label: 'High', rank: 3, tone: 'bad' },
};

export const RESTS = { sourced: 'Sourced', assumed: 'Assumed' } as const;

export const EFFORTS = { hours: 'Hours', days: 'Days', weeks: 'Weeks' } as const;

/** Heading and meaning of each evidence grade, strongest first. */
export const GRADE_WORDING = {
  primary: { heading: 'Primary sources', meaning: 'Statistics, filings, registers and price pages.' },
  reported: { heading: 'Reported', meaning: 'Independent reporting and studies.' },
  trade: { heading: 'Trade', meaning: 'Trade press, associations and practitioners.' },
  claim: { heading: 'Claims', meaning: 'Statements by people with something to sell.' },
} as const;

export const VERIFICATIONS = {
  verified: { label: 'Quote found word for word', tone: 'good' },
  not_found: { label: 'Quote not found on the page', tone: 'bad' },
  unreachable: { label: 'Page closed to our reader', tone: 'mid' },
  not_text: { label: 'Page has no text to compare', tone: 'mid' },
  seen_by_agent: { label: 'Seen by the agent; page closed to our reader', tone: 'mid' },
} as const;

/** Formats a day in UTC as `November 20, 2026`. */
export function formatDate(iso: string): string {
  return dayInUtc(new Date(iso));
}

/** Formats the month `2025-07` as `July 2025`. Leaves a year unchanged. */
export function formatPeriod(period: string): string {
  return period.includes('-') ? formatDate(period).replace(' 1,', '') : period;
}

/** Formats a time as `November 20, 2026, 14:03 UTC`. */
export function formatInstant(iso: string): string {
  return `${formatDate(iso)}, ${new Date(iso).toISOString().slice(11, 16)} UTC`;
}

/** Formats US cents, omitting zero cents: `$1,200`, `–$0.50`. */
export function formatCents(cents: number): string {
  return typeset(formatMoney({ amount: cents, currency: 'usd' }, 'where needed'));
}

/** Formats US cents as whole dollars, for sums where cents do not matter: `–$1,200`. */
export function formatDollars(cents: number): string {
  return typeset(formatMoney({ amount: cents, currency: 'usd' }, 'never'));
}

// An en dash serves as the minus sign, because it is as wide as a digit.
const typeset = (money: string) => money.replace('-', '–');

/** Formats hourly earnings, with cents only for small amounts. */
export function formatEarned(cents: number): string {
  return Math.abs(cents) < 1_000 ? formatCents(cents) : formatDollars(cents);
}

export function formatCount(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Formats a count for display: `About 4,200`, or `87` if rounding does not change it. */
export const aboutCount = (count: number) => `${about(count) === count ? '' : 'About '}${formatCount(about(count))}`;

/** Rounds money for display. Omits "about", because a range or label beside the amount implies it. */
export const roundMoney = (cents: number) => typeset(aboutMoney(cents));

/** Formats a share per thousand as a percentage: `3.5%`, `40%`. */
export const formatShare = (perThousand: number) => `${Number((perThousand / 10).toFixed(1))}%`;

/** Says in one sentence how a figure was calculated. Null if it was not calculated. */
export function workedIn({ calculation, exchange }: Pick<Evidence, 'calculation' | 'exchange'>): string | null {
  if (calculation === undefined) return null;
  const sum = calculation
    .replaceAll(/(?<![.\d])\d{4,}/g, (digits) => formatCount(Number(digits)))
    .replaceAll(/(?<=[\d)e] )\*(?= [\d(r])/g, '×')
    .replaceAll(/\brate\b/g, (name) => String(exchange?.rate ?? name));
  return `Calculated: ${sum}${exchange ? `, where ${rateIn(exchange)}` : ''}.`;
}

/** Exchange rate and date, shown beside a converted price. Null if the price was not converted. */
export function convertedIn({ exchange }: Pick<Evidence, 'exchange'>): string | null {
  return exchange ? `Converted: ${rateIn(exchange)}` : null;
}

function rateIn({ currency, rate, day }: NonNullable<Evidence['exchange']>): string {
  return `1 ${currency.toUpperCase()} is ${rate} USD (${formatDate(day)})`;
}
