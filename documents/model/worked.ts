import type { Evidence } from '../../contracts/findings-parts';
import { formatDate } from './wording';

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
