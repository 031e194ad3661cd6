import { Type } from '@sinclair/typebox';
import { html, type Fragment, type Markup } from '../../base/html';
import type { ApiDeps } from '../../http/deps';
import type { Findings } from '../../modules/findings/contract/findings';
import type { Portfolio } from '../../modules/findings/contract/portfolio';
import { likelyPay, RECOMMENDATION_LABELS } from '../../modules/findings/verdict-words';
import { RUN_KIND_NAMES, RUN_STATUSES, type RunKind, type RunStatusName } from '../../modules/run-kinds/contract';
import { kindOf, RUN_KINDS, RUN } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import { readResults } from '../../modules/runs/store/artifacts';
import type { RunPage } from '../../modules/runs/store/lists';
import type { Run } from '../../modules/runs/store/runs';
import { accountPage, accountReply } from '../account/account-page';
import { badge, dataTable, localTime } from '../components/data';
import { selectField } from '../components/form';
import { emptyState, notice, pagination } from '../components/frame';
import { verdictTone } from '../components/verdict';
import { anything, pageOf, readBefore } from '../page';
import { listRunsOf } from './own-runs';
import { progressWords, STATUS_WORDS } from './run-progress';

const PATH = '/account/runs';
const PAGE = 20;

interface Filter {
  kind?: RunKind;
  status?: RunStatusName;
}

/** Lists runs, newest first. Invalid filters are ignored. */
export const runsPage = accountPage({
  path: PATH,
  query: Type.Object({ kind: anything, status: anything, before: anything, deleted: anything }),

  async handle({ deps, session, query }) {
    const kind = RUN_KIND_NAMES.find((name) => name === query.kind);
    const status = RUN_STATUSES.find((name) => name === query.status);
    const filter: Filter = { ...(kind && { kind }), ...(status && { status }) };
    const before = readBefore('run', query);
    const wanted = { ...(kind && { kinds: [kind] }), ...(status && { statuses: [status] }) };
    const page: RunPage = { ...wanted, ...(before && { before }), limit: PAGE + 1 };
    const found = await listRunsOf(deps, session.account.id, page);
    const { shown, next } = pageOf(found, PAGE, PATH, filter);
    return accountReply(session, {
      current: PATH,
      title: 'Research',
      lead: 'Your Idea Checks and Custom Searches, newest first.',
      actions: html`${RUN_KIND_NAMES.map(
        (name, i) =>
          html`<a class="button${i === 0 ? '' : ' quiet'}" href="${PATH}/new?kind=${name}"
            >New ${RUN_KINDS[name].label}</a
          > `,
      )}`,
      body: html`${query.deleted === '1' && notice('The research is deleted.', 'good')}
      ${(shown.length > 0 || query.kind !== undefined || query.status !== undefined) && filterForm(filter)}
      ${shown.length === 0 ? none(filter) : await runTable(deps, shown)} ${pagination({ next })}`,
    });
  },
});

/** Table of runs with links to their pages, for the list of runs and the overview. */
export async function runTable({ db }: ApiDeps, runs: readonly Run[]): Promise<Markup> {
  const done = runs.filter(({ status }) => status === 'completed');
  const found = await readResults(
    db,
    done.map(({ id }) => id),
  );
  return dataTable(
    'Research',
    ['Research', 'Kind', 'Status', 'Verdict', 'Ordered'],
    runs.map((run) => [
      html`<a href="/account/runs/${run.id}" dir="auto">${titleOf(run)}</a>`,
      run.mode === 'test' ? `${kindOf(run).label} (test)` : kindOf(run).label,
      statusOf(run),
      verdictOf(found.get(run.id)),
      localTime(run.createdAt, 'date'),
    ]),
  );
}

/** Verdict of an Idea Check, or the top score of a search. */
export function verdictOf(found: Findings | Portfolio | undefined): Fragment {
  if (!found) return '–';
  if ('ranking' in found) return found.ranking[0] ? `Top idea\u00A0${Math.round(found.ranking[0].score)}` : '–';
  const { recommendation, score } = found.verdict;
  const tone = verdictTone(recommendation, likelyPay(found));
  return badge(`${RECOMMENDATION_LABELS[recommendation]}\u00A0${score}`, tone);
}

function statusOf(run: Run): Markup {
  const { label, tone } = STATUS_WORDS[run.status];
  return html`${badge(label, tone)}
  ${!RUN.isTerminal(run.status) && html`<span class="soft">${progressWords(run)}</span>`}`;
}

function filterForm({ kind, status }: Filter): Markup {
  const all = { value: '', label: 'All' };
  return html`<form class="inline" method="get" action="${PATH}" aria-label="Filter research">
    ${selectField({
      name: 'kind',
      label: 'Kind',
      value: kind ?? '',
      options: [all, ...RUN_KIND_NAMES.map((value) => ({ value, label: RUN_KINDS[value].label }))],
    })}
    ${selectField({
      name: 'status',
      label: 'Status',
      value: status ?? '',
      options: [all, ...RUN_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value].label }))],
    })}
    <button class="quiet" type="submit">Filter</button>
  </form>`;
}

function none(filter: Filter): Markup {
  if (filter.kind ?? filter.status) {
    return emptyState({
      title: 'Nothing matches this filter',
      text: 'You have no research of this kind and status.',
      action: { href: PATH, label: 'Show all' },
    });
  }
  return emptyState({
    title: 'No research yet',
    text: 'Check your own newsletter idea, or let a Custom Search find ideas that fit you.',
    action: { href: `${PATH}/new?kind=idea_check`, label: 'Start an Idea Check' },
  });
}
