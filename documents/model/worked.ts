import type { Evidence } from '../../contracts/findings-parts';
import { formatDate } from './wording';

/** How a figure was calculated, in one sentence; null where it was not. */
export function workedIn({ calculation, exchange }: Pick<Evidence, 'calculation' | 'exchange'>): string | null {
  if (calculation === undefined) return null;
  const converted =
    exchange && `, where 1 ${exchange.currency.toUpperCase()} is ${exchange.rate} USD (${formatDate(exchange.day)})`;
  return `Calculated as ${calculation}${converted ?? ''}.`;
}
