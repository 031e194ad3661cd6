import { Readable } from 'node:stream';
import { RUN } from '../../domain/runs';
import type { ApiDeps } from '../../http/deps';
import { open, type Route } from '../../http/endpoint';
import type { Run } from '../../store/runs/row';
import { readSession } from '../../commands/people/session';
import { RUN_ID, runOf } from './own-runs';
import { candidatesOf, progressView } from './run-progress';
import { progressWords } from './run-words';

/** Interval of heartbeats, below the idle timeout of proxies; each checks that the session is still valid. */
const HEARTBEAT_MS = 10_000;
/** Longest life of a stream; the browser then opens another, elsewhere if need be. */
const LIFETIME_MS = 600_000;
/** Time after which a browser opens a stream that ended. */
const RETRY_MS = 2_000;

const HEADERS = {
  'Cache-Control': 'no-store, no-transform',
  // Proxies would keep the events until there are enough of them.
  'X-Accel-Buffering': 'no',
  // The connection ends with the stream, so that a process that stops does not wait for it.
  Connection: 'close',
};

/**
 * Progress of a run as server-sent events: `progress` with the markup of the page at every change, `end` once the run has
 * ended. It ends when the session does. Never older than a change that the reader saw answered.
 */
export const runEvents: Route = {
  auth: open,
  ignoresQuery: true,
  responses: null,
  method: 'GET',
  path: '/account/runs/{id}/events',
  id: RUN_ID,

  async handle({ deps, id, cookie, isHead }) {
    const session = await readSession({ deps, cookie });
    // 204 stops a browser from asking again.
    if (!session) return { status: 204, headers: { 'Cache-Control': 'no-store' } };
    const run = await runOf(deps, session, id);
    const type = 'text/event-stream; charset=utf-8';
    if (isHead) return { status: 200, headers: HEADERS, type, body: Buffer.alloc(0) };
    const release = deps.streams.enter(session.account.id);
    deps.metrics.add('noi_http_streams', {});
    const stands = async () => (await readSession({ deps, cookie }))?.id === session.id;
    const hasReader = (): boolean => !stream.destroyed;
    const stream: Readable = Readable.from(events(deps, run, { stands, hasReader }), { highWaterMark: 1 });
    // A reader that takes nothing would hold its place for ever.
    const over = setTimeout(() => stream.destroy(), LIFETIME_MS);
    stream.once('close', () => {
      clearTimeout(over);
      release();
      deps.metrics.add('noi_http_streams', {}, -1);
    });
    return { status: 200, headers: HEADERS, type, body: stream };
  },
};

interface Reader {
  /** True while the session is valid. */
  stands(): Promise<boolean>;
  /** False once the reader has left, which the generator itself learns only when it yields. */
  hasReader(): boolean;
}

async function* events(deps: ApiDeps, first: Run, { stands, hasReader }: Reader) {
  yield `retry: ${RETRY_MS}\n\n`;
  let run = first;
  let shown = -1;
  let beatAt = Date.now() + HEARTBEAT_MS;
  for (;;) {
    // Listens before it reads, so that no change in between is missed.
    const changed = deps.changes.changed(run.id, beatAt - Date.now());
    const now = await deps.runs.find(run, run.id);
    if (!now) return;
    run = now;
    const isNew = run.version !== shown;
    if (isNew || Date.now() >= beatAt) {
      if (!(await stands())) return;
      yield isNew ? await progressEvent(deps, run) : ': still here\n\n';
      shown = run.version;
      beatAt = Date.now() + HEARTBEAT_MS;
    }
    if (RUN.isTerminal(run.status)) {
      yield 'event: end\ndata: {}\n\n';
      return;
    }
    if (!(await changed) || !hasReader()) return;
  }
}

async function progressEvent(deps: ApiDeps, run: Run): Promise<string> {
  const markup = progressView(run, await candidatesOf(deps, run)).toString();
  const data = JSON.stringify({ status: progressWords(run), html: markup });
  return `id: ${run.version}\nevent: progress\ndata: ${data}\n\n`;
}
