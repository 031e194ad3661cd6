import { Type } from '@sinclair/typebox';
import { Failure } from '../../contracts/failures';
import { RUN_FAILURES } from '../../contracts/run-failures';
import { kindOf } from '../../domain/run-kinds';
import { RUN } from '../../domain/runs';
import { html, type Markup } from '../../platform/html';
import { listShares } from '../../store/runs/find-shared-run';
import { readDossierContent, readFound, type DossierContent } from '../../store/runs/read-artifact';
import type { Candidate, Run } from '../../store/runs/row';
import { cancelOwnRun } from '../../commands/runs/cancel-run';
import { accountLayout } from '../account/account-layout';
import { accountForm, accountPage, csrfField } from '../account/account-page';
import type { Session } from '../../commands/people/session';
import { badges } from '../components/badge';
import { confirmAction } from '../components/confirm-action';
import { crumbs } from '../components/crumbs';
import { notice } from '../components/notice';
import { pageHead } from '../components/page-head';
import { seeOther, show } from '../page';
import { downloads } from './dossier-view';
import { foundEvidence } from './found-evidence';
import { liveScript } from './live-script';
import { RUN_ID, runOf } from './own-runs';
import { runDetails } from './run-details';
import { verdictBand } from '../components/verdict-band';
import { candidateList, candidatesOf, progressView, ranking } from './run-progress';
import { STATUS_WORDS, titleOf } from './run-words';
import { sharing } from './share-view';

const PATH = '/account/runs/{id}';
/** Interval at which a browser without scripts reloads. */
const REFRESH_S = 5;

/** One run of the account: live while it is under way, then its dossier or what went wrong. */
export const runPage = accountPage({
  path: PATH,
  id: RUN_ID,

  async handle({ deps, session, id }) {
    const run = await runOf(deps, session, id);
    const live = !RUN.isTerminal(run.status);
    const [candidates, shares, found, content] = await Promise.all([
      candidatesOf(deps, run),
      run.status === 'completed' ? listShares(deps.db, id) : [],
      run.status === 'failed' ? readFound(deps.db, id) : null,
      run.status === 'completed' ? readDossierContent(deps.db, id) : null,
    ]);
    return show(
      accountLayout({
        session,
        current: '/account/runs',
        title: titleOf(run),
        scripts: live ? [liveScript.href] : [],
        head: live && html`<noscript><meta http-equiv="refresh" content="${REFRESH_S}" /></noscript>`,
        body: html`${head(run)} ${live && underWay(session, run, candidates)} ${content && results(run, content)}
        ${!live && run.status !== 'completed' && ended(run)} ${found && foundEvidence(found)}
        ${!live && candidateList(candidates, { ended: true, portfolio: content?.portfolio ?? null })}
        ${run.status === 'completed' && sharing(session, id, shares)} ${runDetails(run)}`,
      }),
      { loads: live ? ["connect-src 'self'"] : [] },
    );
  },
});

/** Cancels a run of the account. One that ended meanwhile shows how. */
export const cancelRunForm = accountForm({
  path: `${PATH}/cancel`,
  id: RUN_ID,
  accountLimit: 'runCancel',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    const { accountId, mode, status } = await runOf(deps, session, id);
    if (!RUN.isTerminal(status)) await cancelUnlessEnded(deps, { accountId, mode }, id);
    return seeOther(`/account/runs/${id}`);
  },
});

async function cancelUnlessEnded(...request: Parameters<typeof cancelOwnRun>): Promise<void> {
  try {
    await cancelOwnRun(...request);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'run_already_finished')) throw error;
  }
}

function head(run: Run): Markup {
  const { label, tone } = STATUS_WORDS[run.status];
  return html`${pageHead({
    above: crumbs([{ href: '/account/runs', label: 'Runs' }]),
    title: html`<span dir="auto">${titleOf(run)}</span>`,
  })}
  ${badges('Kind and status', [
    { text: run.mode === 'test' ? `${kindOf(run).label} (test)` : kindOf(run).label, tone: 'plain' },
    // What is under way changes: its own place shows it.
    ...(RUN.isTerminal(run.status) ? [{ text: label, tone }] : []),
  ])}`;
}

function underWay(session: Session, run: Run, candidates: Candidate[]): Markup {
  return html`<section class="panel" aria-label="Progress">
      <p class="visually-hidden" role="status" data-live-status></p>
      <div data-live="/account/runs/${run.id}/events">${progressView(run, candidates)}</div>
      <p>This page updates automatically. You can close it: we'll e-mail you when the research is done.</p>
    </section>
    ${
      run.status !== 'canceling' &&
      confirmAction(
        'Cancel this run',
        html`<form method="post" action="/account/runs/${run.id}/cancel">
          ${csrfField(session)}
          <p>
            If the research has not begun, your credit comes back. Once it has begun, the credit is used up, and you get
            no dossier.
          </p>
          <button class="quiet" type="submit">Cancel the run</button>
        </form>`,
      )
    }`;
}

/** What a completed run found, in short: its verdict, or its ranking; the dossier is a page of its own. */
function results(run: Run, { findings, portfolio }: DossierContent): Markup {
  return html`${portfolio ? ranking(run.id, portfolio) : verdictBand(findings.verdict)} ${downloads(run)}`;
}

function ended(run: Run): Markup {
  const { status, failureCode, entitlementRestored } = run;
  const why = failureCode ? RUN_FAILURES[failureCode].message : 'The run ended without a dossier.';
  const credit = entitlementRestored
    ? 'Your credit is back in your account.'
    : status === 'canceled'
      ? 'The research had begun, so its credit is used up.'
      : 'Its credit did not come back. If you think that it should, contact support.';
  return html`${notice(
      html`<p>${status === 'canceled' ? 'You canceled this run.' : why}</p>
        <p>${credit}</p>`,
      status === 'canceled' ? 'warn' : 'bad',
    )}
    <div class="actions">
      <a class="button" href="/account/runs/new?from=${run.id}">Start again</a>
      <a class="button quiet" href="/support?category=runs&relatedId=${run.id}">Contact support</a>
    </div>`;
}
