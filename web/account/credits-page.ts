import { html, type Fragment, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import type { EntitlementStatus } from '../../modules/entitlements/rules';
import { countEntitlements, listCredits, type Credit } from '../../modules/entitlements/store/credits';
import { readPrices, type Prices } from '../../modules/orders/store/open';
import type { RunKind } from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { cards, badge, dataTable, inUtc, localTime, type Tone } from '../components/data';
import { emptyState, pagination } from '../components/frame';
import { BeforeQuery, pageOf, readBefore } from '../page';
import { accountPage, accountReply } from './account-page';

const PATH = '/account/credits';
const PAGE = 100;

/** Remaining credits, and where each credit came from and went. */
export const creditsPage = accountPage({
  path: PATH,
  query: BeforeQuery,

  async handle({ deps, session, query }) {
    const { id } = session.account;
    const before = readBefore('ent', query);
    const [counts, prices, found] = await Promise.all([
      countEntitlements(deps.db, id, 'live'),
      readPrices(deps.db),
      listCredits(deps.db, id, { limit: PAGE + 1, before }),
    ]);
    const { shown, next } = pageOf(found, PAGE, PATH);
    return accountReply(session, {
      current: PATH,
      title: 'Credits',
      lead: 'One credit pays for one Idea Check or one Custom Search. Credits do not expire.',
      body: html`${creditCards(counts, prices)}
        <h2>All credits</h2>
        ${shown.length === 0 ? NONE : table(shown)} ${pagination({ next })}`,
    });
  },
});

/** Label of the button that buys a credit, with the price. */
export function buyWords(kind: RunKind, prices: Prices): string {
  return `Buy a credit for ${formatMoney(prices[kind]![1], 'where needed')}`;
}

/** Remaining credits by kind, with buttons to use or buy a credit. */
export function creditCards(counts: Awaited<ReturnType<typeof countEntitlements>>, prices: Prices): Markup {
  return cards(
    counts.map(({ kind, unused, consumed, frozen }) => ({
      title: RUN_KINDS[kind].label,
      body: html`<p><span class="figure">${unused}</span> left</p>
        <p class="soft">${consumed} used${frozen > 0 && `, ${frozen} frozen by a payment dispute`}</p>`,
      foot: html`${unused > 0 && html`<a class="button" href="/account/runs/new?kind=${kind}">Start</a>`}
        <a class="button quiet" href="/buy?product=${kind}">${buyWords(kind, prices)}</a>`,
    })),
  );
}

const NONE = emptyState({
  title: 'No credits yet',
  text: 'Credits that you buy appear here, with what you used them for.',
  action: { href: '/buy', label: 'Buy a credit' },
});

const STATES: Record<EntitlementStatus, { label: string; tone: Tone }> = {
  unused: { label: 'Unused', tone: 'good' },
  consumed: { label: 'Used', tone: 'plain' },
  revoked: { label: 'Revoked', tone: 'bad' },
};

function table(credits: readonly Credit[]): Markup {
  return dataTable(
    'Credits',
    ['Credit', 'State', 'From', 'Research', 'Since'],
    alike(credits).map(([credit, count]) => [
      `${count > 1 ? `${count} × ` : ''}${credit.mode === 'test' ? `${RUN_KINDS[credit.kind].label} (test)` : RUN_KINDS[credit.kind].label}`,
      stateOf(credit),
      origin(credit),
      credit.runId ? html`<a href="/account/runs/${credit.runId}">Open</a>` : '–',
      localTime(credit.createdAt),
    ]),
  );
}

/** Merges adjacent credits with the same origin and status into one row with a count. */
function alike(credits: readonly Credit[]): [Credit, number][] {
  const groups = new Map<string, [Credit, number]>();
  for (const credit of credits) {
    const { kind, mode, status, frozenAt, source, sourceId, orderId, runId } = credit;
    // Credits from one purchase or grant share a creation time, so they are merged. Used credits are not, because each
    // belongs to a different run.
    const key = [kind, mode, status, frozenAt, source, orderId ?? sourceId, runId, inUtc(credit.createdAt)].join();
    groups.set(key, [groups.get(key)?.[0] ?? credit, (groups.get(key)?.[1] ?? 0) + 1]);
  }
  return [...groups.values()];
}

function stateOf({ status, frozenAt }: Credit): Markup {
  if (status === 'unused' && frozenAt) return badge('Frozen', 'warn');
  const { label, tone } = STATES[status];
  return badge(label, tone);
}

function origin({ source, sourceId, orderId }: Credit): Fragment {
  if (source === 'order') return html`<a href="/account/purchases/${orderId ?? sourceId}">A purchase</a>`;
  if (source === 'run_failure') return html`Returned: <a href="/account/runs/${sourceId}">research failed</a>`;
  if (source === 'run_canceled') return html`Returned: <a href="/account/runs/${sourceId}">research canceled</a>`;
  return 'Granted by us';
}
