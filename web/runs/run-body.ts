import type { Session } from '../../commands/people/session';
import { RUN_FAILURES } from '../../contracts/run-failures';
import type { TimelineEntry } from '../../contracts/timeline';
import { kindOf, RUN } from '../../domain/run-kinds';
import { titleOf } from '../../domain/run-title';
import { isSampleProvider } from '../../domain/samples';
import { undoableUntil, UNDOS_PER_DAY, windowWords } from '../../domain/undo';
import type { ApiDeps } from '../../http/deps';
import { html, type Fragment, type Markup } from '../../platform/html';
import { readDossierContent, readFound, type DossierContent } from '../../store/runs/read-artifact';
import type { Run } from '../../store/runs/row';
import { typicalTime } from '../../store/runs/typical-time';
import { listShares } from '../../store/sharing/find-shared';
import { csrfField } from '../account/account-page';
import { badges } from '../components/badge';
import { confirmAction } from '../components/confirm-action';
import { crumbs } from '../components/crumbs';
import { localTime } from '../components/local-time';
import { notice } from '../components/notice';
import { pageHead } from '../components/page-head';
import { verdictBand } from '../components/verdict-band';
import { downloads } from './dossier-view';
import { foundEvidence } from './found-evidence';
import { runDetails } from './run-details';
import { candidateList, progressOf, progressView, ranking } from './run-progress';
import { timelineView } from './run-timeline';
import { STATUS_WORDS } from './run-words';
import { sharing } from './share-view';

/** What the page of a run shows of it: live while it is under way, then its dossier or what went wrong. */
export async function runBody(deps: ApiDeps, session: Session, run: Run): Promise<Markup> {
  return RUN.isTerminal(run.status) ? endedBody(deps, session, run) : liveBody(deps, session, run);
}

async function liveBody(deps: ApiDeps, session: Session, run: Run): Promise<Markup> {
  const [progress, typical] = await Promise.all([progressOf(deps, run), typicalTime(deps.db, run)]);
  return html`${head(run)}
  ${underWay(session, run, progressView(run, { ...progress, typical }), deps.settings.undoWindowMs)} ${runDetails(run)}`;
}

async function endedBody(deps: ApiDeps, session: Session, run: Run): Promise<Markup> {
  const { id, status } = run;
  const [{ candidates, timeline }, shares, found, content] = await Promise.all([
    progressOf(deps, run),
    status === 'completed' ? listShares(deps.db, { runId: id }) : [],
    status === 'failed' ? readFound(deps.db, id) : null,
    status === 'completed' ? readDossierContent(deps.db, id) : null,
  ]);
  return html`${head(run)} ${content && results(run, content)} ${status !== 'completed' && ended(run)}
  ${found && foundEvidence(found, run)}
  ${candidateList(candidates, { ended: true, portfolio: content?.portfolio ?? null })}
  ${status === 'completed' && sharing(session, { path: `/account/runs/${id}`, shares, reveals: REVEALS })}
  ${story(timeline)} ${runDetails(run)}`;
}

const SAMPLE_RUN = 'This run is a sample: no research agent is asked, and everything in its dossier is invented.';

const REVEALS =
  'Whoever has the link reads the whole dossier, with what you asked, without signing in. Your name, your address and your other runs stay private.';

function story(timeline: readonly TimelineEntry[]): Fragment {
  return (
    timeline.length > 0 &&
    html`<details class="panel">
      <summary>How the research went</summary>
      ${timelineView(timeline, { ended: true })}
    </details>`
  );
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
  ])}
  ${isSampleProvider(run.provider) && notice(SAMPLE_RUN, 'warn')}`;
}

function underWay(session: Session, run: Run, progress: Markup, undoWindowMs: number): Markup {
  return html`<section class="panel" aria-label="Progress">
      <div data-live-progress>${progress}</div>
      <p>This page updates automatically. You can close it: we'll e-mail you when the research is done.</p>
    </section>
    ${
      run.status !== 'canceling' &&
      confirmAction(
        'Cancel this run',
        html`<form method="post" action="/account/runs/${run.id}/cancel">
          ${csrfField(session)}
          <p>${creditWords(run, undoWindowMs)}</p>
          <button class="quiet" type="submit">Cancel the run</button>
        </form>`,
      )
    }`;
}

/** What becomes of the credit of a run that is canceled now. */
function creditWords({ status, startedAt }: Run, undoWindowMs: number): Markup {
  const time = windowWords(undoWindowMs);
  const after = html`After that, or once the agent has handed something in, the credit is used up, and you get no
  dossier. An account can do so ${UNDOS_PER_DAY} times a day.`;
  if (status === 'queued' || startedAt === null) {
    return html`Your credit comes back while the research has not begun, and for ${time} from its start. ${after}`;
  }
  const until = undoableUntil(startedAt, undoWindowMs);
  if (until > new Date()) return html`Until ${localTime(until, 'time')} your credit comes back. ${after}`;
  return html`The research has begun more than ${time} ago: its credit is used up, and you get no dossier.`;
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
