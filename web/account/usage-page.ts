import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
import { readBudget, type Budget } from '../../modules/entitlements/store/budget';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { readAccountUsage, monthOf, type AccountUsage, type Period } from '../../modules/usage/store/usage';
import { barChart, dataTable, localTime, stats } from '../components/data';
import { emptyState, pagination } from '../components/frame';
import { anything } from '../page';
import { accountPage, accountReply } from './account-page';

const PATH = '/account/usage';
const MONTH = /^20\d\d-(0[1-9]|1[0-2])$/;
const DAY_MS = 86_400_000;
/** Usage is kept for 13 months, so earlier months would be empty. */
const KEPT_MONTHS = 13;

/** Monthly usage as charts and tables. API requests are shown only if the account has keys. */
export const usagePage = accountPage({
  path: PATH,
  query: Type.Object({ month: anything }),

  async handle({ deps, session, query }) {
    const now = new Date();
    const period = monthOf(askedMonth(query.month, now));
    const owner = { accountId: session.account.id, mode: 'live' as const };
    await deps.usage.flush();
    const [usage, budget, credits] = await Promise.all([
      readAccountUsage(deps.db, owner, period),
      readBudget(deps.db.pool, owner),
      countEntitlements(deps.db, owner.accountId, owner.mode),
    ]);
    const days = daysOf(period, now);
    return accountReply(session, {
      current: PATH,
      title: 'Usage',
      lead: `${monthName(period.start)}, days in UTC.`,
      body: html`${figures(usage, total(credits.map(({ unused }) => unused)))}
      ${period.end > now && limitSection(budget, period)} ${runSection(usage, days)}
      ${usage.hasKeys && requestSection(usage, days)} ${keySection(usage)}
      ${usage.runs.length + usage.requests.length === 0 && NOTHING}
      ${pagination(
        {
          previous: period.end <= monthOf(now).start ? `${PATH}?month=${monthText(period.end)}` : null,
          next: hasEarlier(period, now) ? `${PATH}?month=${monthText(before(period.start))}` : null,
        },
        { previous: 'Later month', next: 'Earlier month' },
      )}`,
    });
  },
});

function askedMonth(asked: unknown, now: Date): Date {
  if (typeof asked !== 'string' || !MONTH.test(asked)) return now;
  const month = new Date(`${asked}-01T00:00:00Z`);
  return month > now || !hasEarlier({ start: new Date(+month + 31 * DAY_MS) }, now) ? now : month;
}

const NOTHING = emptyState({
  title: 'Nothing used this month',
  text: 'Your research and API requests appear here as charts.',
  action: { href: '/account/runs/new', label: 'Start an Idea Check' },
});

const before = (start: Date) => new Date(+start - 1);
const monthText = (moment: Date) => moment.toISOString().slice(0, 7);
const monthName = (moment: Date) =>
  new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(moment);

function hasEarlier({ start }: Pick<Period, 'start'>, now: Date): boolean {
  return before(start) >= new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - KEPT_MONTHS + 1));
}

/** All dates of a month, up to today. */
function daysOf({ start, end }: Period, now: Date): string[] {
  const until = Math.min(+end, +now);
  const count = Math.ceil((until - +start) / DAY_MS);
  return Array.from({ length: count }, (_, place) => new Date(+start + place * DAY_MS).toISOString().slice(0, 10));
}

const total = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0);
const figure = (value: number) => value.toLocaleString('en-US');

function figures({ requests, runs, dossiers, hasKeys }: AccountUsage, unused: number): Markup {
  const all = total(requests.map((day) => day.requests));
  const failed = total(requests.map((day) => day.failed));
  return stats([
    { label: 'Research', figure: figure(total(runs.map((day) => day.runs))), note: 'Started this month.' },
    { label: 'Credits', figure: figure(unused), note: 'Unused now.' },
    { label: 'Dossiers', figure: figure(dossiers), note: 'Finished or bought this month.' },
    ...(hasKeys
      ? [
          { label: 'Requests', figure: figure(all), note: 'With all live keys.' },
          {
            label: 'Refused or failed',
            figure: figure(failed),
            note: all > 0 && `${((failed / all) * 100).toFixed(1)}%`,
          },
        ]
      : []),
  ]);
}

/** Shows how much of the monthly limit is left. Uses percent, because dollars would reveal our research costs. */
function limitSection({ limitCents, reservedCents, remainingCents }: Budget, { end }: Period): Markup | null {
  if (limitCents === null || remainingCents === null) return null;
  const shareOf = (cents: number) => `${Math.round((cents / Math.max(1, limitCents)) * 100)}%`;
  return html`<h2>Monthly limit</h2>
    ${stats([
      { label: 'Left', figure: shareOf(remainingCents), note: html`Until ${localTime(end, 'date')}.` },
      { label: 'Reserved', figure: shareOf(reservedCents), note: 'Set aside for running research.' },
    ])}`;
}

/** Chart and table of daily figures. The table has the given `columns`; the chart shows the first of them. */
function charted(
  title: string,
  days: readonly string[],
  rows: readonly (readonly [date: string, ...figures: number[]])[],
  columns = [title],
): Markup | null {
  const drawn = new Map(rows.map(([date, value]) => [date, value!]));
  const bars = days.map((date) => ({ label: date.slice(8), value: drawn.get(date) ?? 0 }));
  if (!bars.some(({ value }) => value > 0)) return null;
  return html`<h2>${title} by day</h2>
    ${barChart(`${title} by day; the table below has the figures`, bars, figure)}
    <details>
      <summary>Show as a table</summary>
      ${dataTable(
        `${title} by day`,
        ['Day', ...columns.map((label) => ({ label, figure: true as const }))],
        rows.map(([date, ...counts]) => [date, ...counts.map(figure)]),
      )}
    </details>`;
}

function requestSection({ requests }: AccountUsage, days: readonly string[]): Markup | null {
  const rows = requests.map(({ date, requests: count, failed }) => [date, count, failed] as const);
  return charted('Requests', days, rows, ['Requests', 'Refused or failed']);
}

function runSection({ runs }: AccountUsage, days: readonly string[]): Markup | null {
  const rows = runs.map((day) => [day.date, day.runs] as const);
  return charted('Research', days, rows);
}

function keySection({ keys }: AccountUsage): Markup | false {
  return (
    keys.length > 0 &&
    html`<h2>Requests by key</h2>
      ${dataTable(
        'Requests by key',
        ['Key', { label: 'Requests', figure: true }],
        keys.map(({ name, apiKeyId, requests }) => [name || html`<code>${apiKeyId}</code>`, figure(requests)]),
      )}`
  );
}
