import { randomUUID } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import type { FailureCode } from '../../base/failures';
import { html, type Fragment } from '../../base/html';
import { IDEMPOTENCY_KEY_PATTERN } from '../../base/idempotency';
import { withArticle } from '../../base/wording';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { countEntitlements } from '../../modules/entitlements/store/credits';
import { OFFERS } from '../../modules/orders/offers';
import { readPrices, type Prices } from '../../modules/orders/store/open';
import { fingerprint } from '../../modules/outbox/store/claims';
import { RUN_KIND_NAMES, type RunKind } from '../../modules/run-kinds/contract';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { beginningOf } from '../../modules/runs/rules';
import { startRun } from '../../modules/runs/use-cases/start-run';
import { findScanOf, listScansOf, type ListedScan } from '../../modules/scans/store/scans';
import { accountForm, accountPage, accountReply, csrfField } from '../account/account-page';
import { buyWords } from '../account/credits-page';
import { textOf, type FormState } from '../components/declared-form';
import { notice } from '../components/frame';
import { anything, seeOther } from '../page';
import { findRunOf } from './own-runs';
import { fieldsOf, inputOf, RUN_FIELDS, runFields } from './run-forms';

const PATH = '/account/runs/new';
/** Operation name in the request log. Each kind has its own name, as in the API. */
const operationOf = (kind: RunKind) => `POST ${PATH}?kind=${kind}`;

const text = Type.Optional(Type.String({ maxLength: 64_000 }));
const kindField = Type.Unsafe<RunKind>({ type: 'string', enum: [...RUN_KIND_NAMES] });

/** Form that starts a run. A run (`from` or `continues`) or a free scan (`scan`) in the query prefills it. */
export const newRunPage = accountPage({
  path: PATH,
  query: Type.Object({ kind: anything, from: anything, continues: anything, scan: anything }),

  async handle({ deps, session, query }) {
    const asked = query.continues ?? query.from;
    const from = typeof asked === 'string' ? await findRunOf(deps, session, asked) : null;
    const scan = typeof query.scan === 'string' ? await findScanOf(deps.db, session.account.id, query.scan) : null;
    if (scan) return form({ deps, session, kind: 'idea_check', state: { values: fieldsOf({ idea: scan.idea }) } });
    const kind = from?.kind ?? RUN_KIND_NAMES.find((name) => name === query.kind) ?? RUN_KIND_NAMES[0];
    const { continues, ...values } = fieldsOf(from?.input ?? {});
    // Only a completed run can be continued. A failed run is repeated, with the same input and the same `continues`.
    const earlier =
      from?.mode !== 'live'
        ? undefined
        : from.status !== 'completed'
          ? continues
          : query.continues
            ? from.id
            : undefined;
    return form({ deps, session, kind, state: { values: { ...values, continues: earlier } } });
  },
});

/** Starts a run, at most one per form. If the input is invalid, shows the form again with its values. */
export const startOwnRun = accountForm({
  path: PATH,
  accountLimit: 'runCreation',
  form: Type.Object({
    kind: kindField,
    idempotencyKey: Type.String({ pattern: IDEMPOTENCY_KEY_PATTERN }),
    ...Object.fromEntries(RUN_FIELDS.map((name) => [name, text])),
  }),

  again({ deps, session, body }, state, { code }) {
    const kind = RUN_KIND_NAMES.find((name) => name === body.kind) ?? RUN_KIND_NAMES[0];
    const problem = PROBLEMS[code]?.(kind) ?? state.problem;
    const { continues, ...values } = fieldsOf(body);
    // If the earlier run has been deleted, resubmitting the form starts a run without it.
    const isGone = state.errors?.some(({ pointer }) => pointer === '/continues');
    return form({
      deps,
      session,
      kind,
      state: { ...state, values: { ...values, ...(!isGone && { continues }) }, problem },
    });
  },

  async handle({ deps, session, body }) {
    const { kind, idempotencyKey: key } = body;
    const input = inputOf(kind, fieldsOf(body));
    const owner = { accountId: session.account.id, mode: 'live' as const, apiKeyId: null };
    const claim = { ...owner, operation: operationOf(kind), key, fingerprint: fingerprint(input) };
    const { value } = await startRun(deps, { claim, owner, kind, input });
    return seeOther(`/account/runs/${value.runId}`);
  },
});

const PROBLEMS: Partial<Record<FailureCode, (kind: RunKind) => Fragment>> = {
  entitlement_required: (kind) => html`You have no unused ${RUN_KINDS[kind].label} credit, so nothing was started.`,
  budget_spent: () =>
    html`Your monthly limit is used up or reserved by running research, so nothing was started.
      <a href="/account/usage">See your usage</a>.`,
  idempotency_key_reused: () =>
    html`This form has already started your research. <a href="/account/runs">See it</a>, or send the form again to
      start another one.`,
};

interface Form {
  deps: ApiDeps;
  session: Session;
  kind: RunKind;
  state: FormState;
}

async function form({ deps, session, kind, state }: Form): Promise<Reply> {
  const [credits, prices, scans] = await Promise.all([
    countEntitlements(deps.db, session.account.id, 'live'),
    readPrices(deps.db),
    kind === 'idea_check' && !state.values.idea ? listScansOf(deps.db, session.account.id, { limit: 1 }) : [],
  ]);
  const unused = credits.find((credit) => credit.kind === kind)!.unused;
  const { label } = RUN_KINDS[kind];
  const { summary, all } = runFields(kind, state);
  const earlier = textOf(state, 'continues');
  return accountReply(session, {
    current: '/account/runs',
    title: `New ${label}`,
    lead: OFFERS[kind].sentence,
    body: html`${kinds(kind)} ${summary}
      ${unused === 0 ? withoutCredit(kind, prices) : html`<p class="soft">${creditWords(kind, unused)}</p>`}
      ${scans.map(fromScan)}
      <form class="panel" method="post" action="${PATH}">
        ${csrfField(session)}<input type="hidden" name="kind" value="${kind}" />
        <input type="hidden" name="idempotencyKey" value="${randomUUID()}" autocomplete="off" />
        ${earlier && html`<input type="hidden" name="continues" value="${earlier}" />`} ${all}
        ${earlier && html`<p>The new dossier will also say what changed since your earlier ${kind === 'idea_check' ? 'check' : 'search'}.</p>`}
        <button type="submit">Start the research</button>
        <p class="soft">This uses one credit. Watch the research live or close the page: we'll email you the result.</p>
      </form>`,
  });
}

function kinds(current: RunKind): Fragment {
  return html`<ul class="tabs" aria-label="Kind of research">
    ${RUN_KIND_NAMES.map(
      (kind) =>
        html`<li>
          <a href="${PATH}?kind=${kind}" ${kind === current && html`aria-current="page"`}>${RUN_KINDS[kind].label}</a>
        </li>`,
    )}
  </ul>`;
}

/** Offers to start with the idea of the latest free scan. */
function fromScan({ id, idea, verdict }: ListedScan): Fragment {
  const score = verdict ? `, scored ${verdict.score} of 100` : '';
  return html`<p>
    <a href="${PATH}?scan=${id}">Use the idea from your free scan</a>${score}:
    <span class="soft" dir="auto">${beginningOf(idea)}</span>
  </p>`;
}

function creditWords(kind: RunKind, unused: number): string {
  return `You have ${unused} ${RUN_KINDS[kind].label} credit${unused === 1 ? '' : 's'}. Each starts one ${kind === 'idea_check' ? 'check' : 'search'}.`;
}

function withoutCredit(kind: RunKind, prices: Prices): Fragment {
  return notice(
    html`<p>You need ${withArticle(RUN_KINDS[kind].label)} credit to start.</p>
      <p><a class="button" href="/buy?product=${kind}">${buyWords(kind, prices)}</a></p>`,
    'warn',
  );
}
