import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html } from '../../base/html';
import { readSession, type Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import { open, type Route } from '../../http/endpoint';
import { eventStream, HEARTBEAT, serverSent } from '../../http/event-stream';
import { RUN } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import { typicalTime } from '../../modules/runs/store/figures';
import { type Run } from '../../modules/runs/store/runs';
import { cancelOwnRun, deleteOwnRun } from '../../modules/runs/use-cases/operate';
import { watchRun, type Watcher } from '../../modules/runs/use-cases/watch-run';
import { accountForm, accountPage, accountReply } from '../account/account-page';
import { asset } from '../assets';
import { seeOther } from '../page';
import { RUN_ID, runOf } from './own-runs';
import { runBody } from './run-body';
import { progressOf, progressView, progressWords, STATUS_WORDS, storyView } from './run-progress';

const PATH = '/account/runs/{id}';
/** Reload interval in seconds for browsers without scripts. */
const REFRESH_S = 5;

/** One run: live progress while it is active, then its dossier or its failure. */
export const runPage = accountPage({
  path: PATH,
  id: RUN_ID,

  async handle({ deps, session, id }) {
    const run = await runOf(deps, session, id);
    const live = !RUN.isTerminal(run.status);
    const body = await runBody(deps, session, run);
    return accountReply(
      session,
      {
        current: '/account/runs',
        title: titleOf(run),
        heading: null,
        scripts: live ? [liveScript.href] : [],
        head: live && html`<noscript><meta http-equiv="refresh" content="${REFRESH_S}" /></noscript>`,
        body: live
          ? html`<p class="visually-hidden" role="status" data-live-status></p>
              <div data-live="/account/runs/${run.id}/events">${body}</div>`
          : body,
      },
      { loads: live ? ["connect-src 'self'"] : [] },
    );
  },
});

/** Cancels a run. If the run has already ended, its page shows the result. */
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

/** Deletes a finished run, then shows the list of runs with a confirmation. */
export const deleteRunForm = accountForm({
  path: `${PATH}/delete`,
  id: RUN_ID,
  accountLimit: 'runCancel',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    const { accountId, mode } = await runOf(deps, session, id);
    await deleteOwnRun(deps, { accountId, mode }, id);
    return seeOther('/account/runs?deleted=1');
  },
});

async function cancelUnlessEnded(...request: Parameters<typeof cancelOwnRun>): Promise<void> {
  try {
    await cancelOwnRun(...request);
  } catch (error) {
    if (!(error instanceof Failure && error.code === 'run_already_finished')) throw error;
  }
}

/** Parts of a run page as server-sent events: `progress` on every change, and `end` once the run has ended. */
export const runEvents: Route = {
  auth: open,
  ignoresQuery: true,
  responses: null,
  method: 'GET',
  path: '/account/runs/{id}/events',
  id: RUN_ID,

  async handle({ deps, id, cookie, isHead, address }) {
    const session = await readSession({ deps, cookie });
    // A 204 stops the browser from reconnecting.
    if (!session) return { status: 204, headers: { 'Cache-Control': 'no-store' } };
    const run = await runOf(deps, session, id);
    const stands = async () => (await readSession({ deps, cookie }))?.id === session.id;
    return eventStream({ deps, isHead, address }, session.account.id, ({ hasLeft }) =>
      events(deps, session, run, { stands, hasLeft }),
    );
  },
};

async function* events(deps: ApiDeps, session: Session, first: Run, watcher: Watcher) {
  const typical = await typicalTime(deps.db, first);
  for await (const run of watchRun(deps, first, watcher)) {
    if (!run) yield HEARTBEAT;
    else if (RUN.isTerminal(run.status)) {
      const { label } = STATUS_WORDS[run.status];
      yield serverSent('end', { status: label, html: (await runBody(deps, session, run)).toString() });
    } else {
      const parts = { progress: progressView(run, typical), story: html`${storyView(await progressOf(deps, run))}` };
      yield serverSent(
        'progress',
        { status: progressWords(run), progress: parts.progress.toString(), story: parts.story.toString() },
        run.version,
      );
    }
  }
}

/**
 * Replaces each `data-live-part` with updates from the event stream at the URL in `data-live`. At the end, replaces the
 * `data-live` element itself. If the stream fails, for example because a proxy cuts it, reloads every few seconds.
 */
export const liveScript = asset(
  '/assets/live.js',
  `const live = document.querySelector('[data-live]');
const spoken = document.querySelector('[data-live-status]');
const say = (status) => {
  if (spoken && spoken.textContent !== status) spoken.textContent = status;
};
if (live) {
  const again = () => location.reload();
  if (!window.EventSource) setTimeout(again, 5000);
  else {
    const source = new EventSource(live.dataset.live);
    source.addEventListener('progress', ({ data }) => {
      const sent = JSON.parse(data);
      for (const part of live.querySelectorAll('[data-live-part]')) part.innerHTML = sent[part.dataset.livePart];
      say(sent.status);
    });
    source.addEventListener('end', ({ data }) => {
      source.close();
      const { html, status } = JSON.parse(data);
      live.innerHTML = html;
      say(status);
    });
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) setTimeout(again, 5000);
    });
  }
}
`,
);
