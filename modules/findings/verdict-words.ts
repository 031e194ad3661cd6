import { formatMoney } from '../../base/wording';
import type { DimensionName, Findings, PublishedParts } from './contract/findings';

type Verdict = Pick<Findings['verdict'], 'recommendation' | 'confidence'>;

export const RECOMMENDATION_LABELS: Record<Verdict['recommendation'], string> = {
  pursue: 'Pursue',
  refine: 'Refine',
  avoid: 'Avoid',
};

const MEANINGS: Record<Verdict['recommendation'], Record<Verdict['confidence'], string>> = {
  pursue: {
    high: 'The evidence supports starting now.',
    medium: 'The evidence favors it. Test its weakest score before you invest.',
    low: 'Promising, but the evidence is thin. Test demand before you invest.',
  },
  refine: {
    high: 'Not ready yet. Rework its weak points, then check it again.',
    medium: 'Not ready yet. Rework its weak points, then check it again.',
    low: 'Not ready yet, and the evidence is thin. Rework its weak points, then check it again.',
  },
  avoid: {
    high: 'The evidence is against it in its present form.',
    medium: 'The evidence is against it in its present form.',
    low: 'The evidence is against it, but thin.',
  },
};

/** Explains a verdict in one or two sentences. The advice is no stronger than the confidence in the verdict. */
export function verdictMeaning({ recommendation, confidence }: Verdict): string {
  return MEANINGS[recommendation][confidence];
}

/** Display name of a dimension, such as `Operator fit`. */
export function dimensionLabel(name: DimensionName): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Hourly pay in US cents below which a verdict carries a warning: roughly the pay of unskilled work. */
const LOW_PAY_CENTS = 15_00;

/**
 * Describes the hourly pay in the likely case of the first year; null if there are no economics. If `isLow`, a warning
 * must be shown.
 */
export function likelyPay({ unitEconomics }: Pick<PublishedParts, 'unitEconomics'>) {
  if (!unitEconomics) return null;
  const cents = unitEconomics.computed.likely.incomePerHourCents;
  const isLow = cents < LOW_PAY_CENTS;
  return cents < 0
    ? { isLow, text: 'Likely pay: none in year one, which ends with a loss' }
    : { isLow, text: `Likely pay: about ${aboutMoney(cents)} an hour` };
}

/** Formats US cents, rounded to ten cents below about $1 and otherwise by {@link about}: `$0.70`, `$23`, `$4,200`. */
export function aboutMoney(cents: number): string {
  const amount = Math.abs(cents) < 95 ? Math.round(cents / 10) * 10 : about(cents / 100) * 100;
  return formatMoney({ amount, currency: 'usd' }, 'where needed');
}

/** Rounds to a whole number. Rounds numbers from 100 up to two significant digits. */
export function about(amount: number): number {
  return Math.abs(amount) < 100 ? Math.round(amount) : Number(amount.toPrecision(2));
}
