import type { SessionMeans } from '../contracts/research-agents';

const MICROS_PER_DOLLAR = 1_000_000;
const MINUTE_MS = 60_000;

/** Part of the budget, in percent, and minutes of the time, from which on research is over. */
const SCARCE = { percent: 80, minutes: 5 } as const;

/** The means of a session as its agent is told at the beginning, in one line. */
export function meansInWords({ budgetMicros, until }: SessionMeans, now: Date): string {
  const time = until ? ` and ends at ${until.toISOString()}, in ${minutesTo(until, now)}` : '';
  return `This session may cost ${dollars(budgetMicros)}${time}. What was not handed in by then is lost.`;
}

/** What is left of the means of a session, as its agent is told with flaws; `spentMicros` is null where it is not known. */
export function meansLeft({ budgetMicros, until }: SessionMeans, spentMicros: number | null, now: Date): string {
  const spent = spentMicros === null ? '' : `${dollars(spentMicros)} of ${dollars(budgetMicros)} are spent. `;
  const time = until ? `It ends at ${until.toISOString()}, in ${minutesTo(until, now)}. ` : '';
  const isScarce =
    (spentMicros !== null && spentMicros * 100 >= budgetMicros * SCARCE.percent) ||
    (until !== null && until.getTime() - now.getTime() <= SCARCE.minutes * MINUTE_MS);
  const advice = isScarce
    ? 'Little is left: search no more, drop what you cannot correct at once, and hand in now.'
    : 'Correct what is named, and hand in before either ends.';
  return spent + time + advice;
}

function dollars(micros: number): string {
  return `$${(micros / MICROS_PER_DOLLAR).toFixed(2)}`;
}

function minutesTo(until: Date, now: Date): string {
  const minutes = Math.max(0, Math.floor((until.getTime() - now.getTime()) / MINUTE_MS));
  return `${minutes} minute${minutes === 1 ? '' : 's'}`;
}
