import { readSession, type Session } from '../../commands/people/session';
import { watchRun, type Watcher } from '../../commands/runs/watch-run';
import { RUN } from '../../domain/run-kinds';
import type { ApiDeps } from '../../http/deps';
import { open, type Route } from '../../http/endpoint';
import { eventStream, HEARTBEAT, serverSent } from '../../http/event-stream';
import type { Run } from '../../store/runs/row';
import { typicalTime } from '../../store/runs/typical-time';
import { RUN_ID, runOf } from './own-runs';
import { runBody } from './run-body';
import { progressOf, progressView } from './run-progress';
import { progressWords, STATUS_WORDS } from './run-words';

/**
 * Progress of a run as server-sent events: `progress` with the markup of the page at every change, `end` with that of the
 * whole page once the run has ended. It ends when the session does.
 */
export const runEvents: Route = {
  auth: open,
  ignoresQuery: true,
  responses: null,
  method: 'GET',
  path: '/account/runs/{id}/events',
  id: RUN_ID,

  async handle({ deps, id, cookie, isHead, address }) {
    const session = await readSession({ deps, cookie });
    // 204 stops a browser from asking again.
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
      const markup = progressView(run, { ...(await progressOf(deps, run)), typical }).toString();
      yield serverSent('progress', { status: progressWords(run), html: markup }, run.version);
    }
  }
}
