const MONTHS = 'January February March April May June July August September October November December'.split(' ');

/** Day in UTC as documents and mails write it, such as `November 20, 2026`: without locale data, which differ between builds of Node. */
export function dayInUtc(at: Date): string {
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;
}
