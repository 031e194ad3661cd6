import { AUDIT_ACTIONS, type AuditAction } from '../../base/audit';
import { html, type Fragment, type Markup } from '../../base/html';
import type { IdPrefix } from '../../base/ids';
import { formatMoney } from '../../base/wording';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import { keyNames } from '../../modules/accounts/store/keys';
import { listPurchases, type OrderWithPayments } from '../../modules/orders/store/orders';
import { listActivity } from '../../modules/outbox/store/audit';
import { kindOf } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import type { Run } from '../../modules/runs/store/runs';
import type { AuditEvent } from '../../prisma/client';
import { dataTable, localTime } from '../components/data';
import { emptyState, pagination } from '../components/frame';
import { BeforeQuery, pageOf, readBefore } from '../page';
import { listRunsOf } from '../runs/own-runs';
import { accountPage, accountReply } from './account-page';
import { nameOf } from './receipt';

const PATH = '/account/activity';
const PAGE = 50;

/** Activity of the account: purchases, runs and audit events, newest first. */
export const activityPage = accountPage({
  path: PATH,
  query: BeforeQuery,

  async handle({ deps, session, query }) {
    const found = await happened(deps, session, readBefore('aud', query));
    const { shown, next } = pageOf(found, PAGE, PATH);
    const ids = shown.flatMap(({ subject, by }) => [subject, by]);
    const names = await keyNames(deps.db, session.account.id, ids);
    return accountReply(session, {
      current: PATH,
      title: 'Activity',
      lead: 'What you, your API keys and our team did in this account.',
      body: html`${shown.length === 0 ? NONE : table(shown, names)} ${pagination({ next })}`,
    });
  },
});

const NONE = emptyState({
  title: 'No activity yet',
  text: 'Your purchases, research, sign-ins and keys appear here.',
  action: { href: '/buy', label: 'Buy a credit' },
});

interface Happening {
  /** Id, converted to the format of audit event ids. All ids sort by time, so one cursor can page through all lists. */
  id: string;
  at: Date;
  words: string;
  subject: string;
  /** Name to show instead of the subject's id. */
  name?: Fragment;
  /** Who acted: a key id, `browser`, or `us`. */
  by: string;
}

async function happened(deps: ApiDeps, { account }: Session, before: string | undefined): Promise<Happening[]> {
  const cursor = (prefix: IdPrefix) => before && before.replace('aud', prefix);
  const limit = PAGE + 1;
  const [events, runs, orders] = await Promise.all([
    listActivity(deps.db, account.id, { limit, before }),
    listRunsOf(deps, account.id, { limit, ...(before && { before: cursor('run')! }) }),
    listPurchases(deps.db, account.id, { limit, before: cursor('ord') ?? null }),
  ]);
  const all = [...events.map(ofEvent), ...runs.map(ofRun), ...orders.map(ofOrder)];
  return all.sort((a, b) => (a.id < b.id ? 1 : -1)).slice(0, limit);
}

const asEvent = (id: string) => id.replace(/^\w{3}/, 'aud');

// `us` hides which operator acted.
const ofEvent = ({ id, at, action, subject, actorKind, actor, via }: AuditEvent): Happening => ({
  id,
  at,
  words: AUDIT_ACTIONS[action as AuditAction]?.words ?? action,
  subject: subject ?? '',
  by: actorKind !== 'customer' ? 'us' : via === 'key' ? actor : 'browser',
});

const ofRun = (run: Run): Happening => ({
  id: asEvent(run.id),
  at: run.createdAt,
  words: `${kindOf(run).label} started`,
  subject: run.id,
  name: titleOf(run),
  by: run.apiKeyId ?? 'browser',
});

const ofOrder = (order: OrderWithPayments): Happening => ({
  id: asEvent(order.id),
  at: order.createdAt,
  // Orders can stay unpaid or be refunded, so only fulfilled orders say "Bought".
  words: `${order.status === 'fulfilled' ? 'Bought' : 'Ordered'} for ${formatMoney({ amount: order.priceAmount, currency: order.priceCurrency }, 'where needed')}`,
  subject: order.id,
  name: nameOf(order),
  by: 'browser',
});

type Names = ReadonlyMap<string, string>;

function table(list: readonly Happening[], names: Names): Markup {
  return dataTable(
    'Activity',
    ['When', 'Action', 'Subject', 'By'],
    list.map(({ at, words, subject, name, by }) => [
      localTime(at),
      words,
      subject ? subjectOf(subject, name ?? names.get(subject)) : '–',
      actorOf(by, names),
    ]),
  );
}

/** Name of an event's subject, linked if it has a page. Sessions have no name or page. */
function subjectOf(id: string, name: Fragment | undefined): Fragment {
  const [home, kind] = HOMES[id.slice(0, 4)] ?? [];
  if (home) return html`<a href="${home}/${id}" dir="auto">${name ?? kind}</a>`;
  if (name !== undefined) return name;
  return id.startsWith('ses_') ? '–' : html`<code>${id}</code>`;
}

/** Pages of subjects by id prefix, with a label for subjects without a name. */
const HOMES: Record<string, [path: string, kind: string]> = {
  run_: ['/account/runs', 'Research'],
  ord_: ['/account/purchases', 'Purchase'],
  whk_: ['/account/webhooks', 'Webhook endpoint'],
};

function actorOf(by: string, names: Names): Markup | string {
  if (by === 'us') return 'Us';
  return by === 'browser' ? 'You' : html`Key ${names.get(by) ?? html`<code>${by}</code>`}`;
}
