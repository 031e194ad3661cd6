import { html, type Markup } from '../../platform/html';

/** Part of a time that is shown. */
export type TimeForm = 'moment' | 'date' | 'time';

const LOCALE = 'en-US';
const FORMS: Record<TimeForm, Intl.DateTimeFormat> = {
  moment: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  date: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }),
  time: new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: 'UTC' }),
};

/** Time in the reader's zone; in UTC, which it says, where no script runs. */
export function localTime(moment: Date | string, form: TimeForm = 'moment'): Markup {
  const time = new Date(moment);
  return html`<time datetime="${time.toISOString()}" data-local="${form}">${inUtc(time, form)}</time>`;
}

/** The same as text, such as `Nov 22, 2026, 4:46 AM UTC`, where no element is allowed. */
export function inUtc(time: Date, form: TimeForm = 'moment'): string {
  const text = FORMS[form].format(time).replaceAll(' ', ' ');
  return form === 'date' ? text : `${text} UTC`;
}
