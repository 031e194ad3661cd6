import { Type } from '@sinclair/typebox';
import { MODES, type Mode } from '../../base/access';
import { html, type Markup } from '../../base/html';
import { REQUESTS_KEPT_DAYS, STATUS_FILTER, statusesOf } from '../../modules/usage/contract';
import { listRequests, type LoggedRequest } from '../../modules/usage/store/requests';
import { dataTable, localTime } from '../components/data';
import { selectField } from '../components/form';
import { emptyState, pagination } from '../components/frame';
import { anything, pageOf, readBefore } from '../page';
import { accountPage, accountReply } from './account-page';

const PATH = '/account/requests';
const PAGE = 50;
const STATUSES = { '': 'All', '2xx': 'Succeeded', '4xx': 'Refused', '5xx': 'Failed' } as const;

interface Filter {
  mode: Mode;
  status: string;
}

/** API request log of the account, newest first. Invalid filters are ignored. */
export const requestsPage = accountPage({
  path: PATH,
  query: Type.Object({ mode: anything, status: anything, before: anything }),

  async handle({ deps, session, query }) {
    const mode = MODES.find((name) => name === query.mode) ?? 'live';
    const status = typeof query.status === 'string' && new RegExp(STATUS_FILTER).test(query.status) ? query.status : '';
    const before = readBefore('req', query);
    await deps.usage.flush();
    const found = await listRequests(
      deps.db,
      { accountId: session.account.id, mode },
      { ...(status && { statuses: statusesOf(status) }), ...(before && { before }), limit: PAGE + 1 },
    );
    const { shown, next } = pageOf(found, PAGE, PATH, { mode, status });
    return accountReply(session, {
      current: PATH,
      title: 'Requests',
      lead: html`API calls of the last ${REQUESTS_KEPT_DAYS} days, without their bodies. Your programs can read them at
        <code>GET /v1/requests</code>.`,
      body: html`${filterForm({ mode, status })} ${shown.length === 0 ? none({ mode, status }) : table(shown)}
      ${pagination({ next })}`,
    });
  },
});

function table(requests: readonly LoggedRequest[]): Markup {
  return dataTable(
    'Requests',
    ['When', 'Request', 'Status', { label: 'Time', figure: true }, 'Key and client'],
    requests.map((request) => [
      localTime(request.at),
      html`<code>${request.method} ${request.path}</code><br /><small class="soft as-written"
          >${request.requestId}</small
        >`,
      html`${request.status}${request.code && html` <small class="soft">${request.code}</small>`}`,
      `${request.durationMs.toLocaleString('en-US')} ms`,
      html`${request.apiKeyName || html`<code>${request.apiKeyId}</code>`}<br /><small class="soft"
          >${request.userAgent}</small
        >`,
    ]),
  );
}

function filterForm({ mode, status }: Filter): Markup {
  const known = Object.entries(STATUSES).map(([value, label]) => ({ value, label }));
  const options = status in STATUSES ? known : [...known, { value: status, label: status }];
  return html`<form class="inline" method="get" action="${PATH}" aria-label="Filter requests">
    ${selectField({
      name: 'mode',
      label: 'Mode',
      value: mode,
      options: MODES.map((value) => ({ value, label: value === 'live' ? 'Live' : 'Test' })),
    })}
    ${selectField({ name: 'status', label: 'Status', value: status, options })}
    <button class="quiet" type="submit">Filter</button>
  </form>`;
}

function none({ mode, status }: Filter): Markup {
  if (status !== '') {
    return emptyState({
      title: 'No such requests',
      text: 'No recent request matches this filter.',
      action: { href: `${PATH}?mode=${mode}`, label: 'Show all requests' },
    });
  }
  return emptyState({
    title: 'No requests yet',
    text: `Calls with your ${mode} keys appear here.`,
    action: { href: '/account/keys', label: 'Create a key' },
  });
}
