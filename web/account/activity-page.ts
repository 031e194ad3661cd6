import { AUDIT_ACTIONS, type AuditAction } from '../../base/audit';
import { html, type Markup } from '../../base/html';
import { keyNames } from '../../modules/accounts/store/keys';
import { listActivity } from '../../modules/outbox/store/audit';
import type { AuditEvent } from '../../prisma/client';
import { dataTable, localTime } from '../components/data';
import { emptyState, pagination } from '../components/frame';
import { BeforeQuery, pageOf, readBefore } from '../page';
import { accountPage, accountReply } from './account-page';

const PATH = '/account/activity';
const PAGE = 50;

/** Audit log of the account for its owner: newest first, in words, paged. */
export const activityPage = accountPage({
  path: PATH,
  query: BeforeQuery,

  async handle({ deps, session, query }) {
    const before = readBefore('aud', query);
    const { id } = session.account;
    const found = await listActivity(deps.db, id, { limit: PAGE + 1, before });
    const { shown, next } = pageOf(found, PAGE, PATH);
    const ids = shown.flatMap(({ subject, actor }) => [subject, actor]);
    const names = await keyNames(deps.db, id, ids);
    return accountReply(session, {
      current: PATH,
      title: 'Activity',
      lead: 'Actions on your account, taken by you, by your API keys or by us.',
      body: html`${shown.length === 0 ? emptyState({ title: 'No activity yet', text: 'What happens here is listed.' }) : table(shown, names)}
      ${pagination({ next })}`,
    });
  },
});

type Names = ReadonlyMap<string, string>;

function table(events: readonly AuditEvent[], names: Names): Markup {
  return dataTable(
    'Activity',
    ['When', 'Action', 'Subject', 'By'],
    events.map((event) => [
      localTime(event.at),
      AUDIT_ACTIONS[event.action as AuditAction]?.words ?? event.action,
      event.subject ? subjectOf(event.subject, names) : '–',
      actorOf(event, names),
    ]),
  );
}

/** The subject of an event: a key by its name, what has a page here as a link to it. */
function subjectOf(id: string, names: Names): Markup | string {
  const name = names.get(id);
  if (name !== undefined) return name;
  const home = HOMES[id.slice(0, 4)];
  return home ? html`<a href="${home}/${id}"><code>${id}</code></a>` : html`<code>${id}</code>`;
}

const HOMES: Record<string, string> = { run_: '/account/runs', whk_: '/account/webhooks' };

// Names of operators stay private.
function actorOf({ actorKind, actor, via }: AuditEvent, names: Names): Markup | string {
  if (actorKind !== 'customer') return 'us';
  return via === 'key' ? html`key ${names.get(actor) ?? html`<code>${actor}</code>`}` : 'a browser';
}
