import { NoiError } from './error.ts';
import { listOf, type List } from './lists.ts';
import { sleep } from './send.ts';
import type { Call, CallOptions, FullAnswer } from './call.ts';
import { runEvents, type EventOptions } from './events.ts';
import type {
  EvaluationCreate,
  Findings,
  Portfolio,
  QueryOf,
  RunBatch,
  RunBatchCreated,
  RunBatchResult,
  RunCreated,
  RunEvent,
  RunStatus,
  SearchCreate,
} from './types.ts';

/** How long to wait for a run. By default, until it ends. The API guarantees that every run ends. */
export interface WaitOptions {
  /** Milliseconds until the wait fails with `wait_timed_out`. The run continues. */
  timeoutMs?: number;
  signal?: AbortSignal | undefined;
}

/** A run's state and its operations. */
export type Run<State = RunStatus> = State & {
  /** Reads the run again. */
  refresh(options?: CallOptions): Promise<Run>;
  /** Yields the run on each change, ending with its final state. */
  changes(options?: WaitOptions): AsyncGenerator<RunStatus, void, undefined>;
  /** Yields the run's events as they happen, until the run has ended. */
  events(options?: EventOptions): AsyncGenerator<RunEvent, void, undefined>;
  /**
   * Waits until the run is completed.
   * @throws NoiError with `run` and its failure's code if the run ends without findings; with `wait_timed_out` after
   *   `timeoutMs`
   */
  wait(options?: WaitOptions): Promise<Run>;
  /** Cancels the run. Resolves with its state, which may still be `canceling`. */
  cancel(options?: CallOptions): Promise<Run>;
  /** Permanently deletes the content of an ended run. */
  delete(options?: CallOptions): Promise<void>;
  findings(options?: CallOptions): Promise<Findings>;
  /** Reads only the named members of the findings. */
  findings<Name extends keyof Findings>(
    options: CallOptions & { fields: readonly Name[] },
  ): Promise<Pick<Findings, Name>>;
  /** Ranked portfolio of a Custom Search. */
  portfolio(options?: CallOptions): Promise<Portfolio>;
  dossier(format: 'html' | 'md', options?: CallOptions): Promise<string>;
  dossier(format: 'pdf', options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
  /** All documents of the run in one zip. */
  archive(options?: CallOptions): Promise<Uint8Array<ArrayBuffer>>;
};

/** A run that is being created. Await it until the run is accepted, or call `wait()` to wait until the run ends. */
export interface PendingRun extends Promise<Run<RunCreated>> {
  /** Sent with the request. Repeating the key and body returns the same run, even from another process. */
  readonly idempotencyKey: string;
  wait(options?: WaitOptions): Promise<Run>;
}

/** Options of a request that creates an object. */
export interface CreateOptions extends CallOptions {
  /** Your own key, such as your order id, to repeat the request safely even after your process restarts. */
  idempotencyKey?: string;
}

/** Runs of one batch in the order of the items. Read the progress of the batch with `batches` and `batchId`. */
export type StartedBatch = Run<RunCreated>[] & { readonly batchId: string };

/** Batches of runs. */
export interface Batches {
  /** Progress of a batch. `status` is `ended` once every run has ended. */
  get(batchId: string, options?: CallOptions): Promise<RunBatch>;
  /** Cancels the runs that have not ended. */
  cancel(batchId: string, options?: CallOptions): Promise<RunBatch>;
  /** Findings or failures of the ended runs, in the order of the items. */
  results(batchId: string, options?: CallOptions): Promise<RunBatchResult[]>;
}

/** Runs of the account. Lists filter by `status`, `kind` and your `metadata`; a run must match all given filters. */
export interface Runs extends List<RunStatus, QueryOf<'GET /v1/runs'>> {
  createEvaluation(body: EvaluationCreate, options?: CreateOptions): PendingRun;
  createSearch(body: SearchCreate, options?: CreateOptions): PendingRun;
  /** Starts an Idea Check for every item or for none. Resolves with the runs in the order of the items. */
  createEvaluations(items: readonly EvaluationCreate[], options?: CreateOptions): Promise<StartedBatch>;
  /** Starts a Custom Search for every item or for none, like `createEvaluations`. */
  createSearches(items: readonly SearchCreate[], options?: CreateOptions): Promise<StartedBatch>;
  get(runId: string, options?: CallOptions): Promise<Run>;
  /** Waits for a run by its id, for example after a restart. */
  wait(runId: string, options?: WaitOptions): Promise<Run>;
  /** Yields the run on each change, ending with its final state. */
  changes(runId: string, options?: WaitOptions): AsyncGenerator<RunStatus, void, undefined>;
  /** Yields the run's events as they happen, until the run has ended. */
  events(runId: string, options?: EventOptions): AsyncGenerator<RunEvent, void, undefined>;
}

const UNDER_WAY = new Set(['queued', 'running', 'canceling']);
const ENDED = new Set(['completed', 'failed', 'canceled', 'expired']);
const HOLD_SECONDS = 20;
const PAUSE_MS = 2_000;
/** Number of retries per poll. Enough for minutes without a response, because runs continue while the API restarts. */
const PATIENT_RETRIES = 20;

/** Sandbox runs for test keys. They are free and finish within seconds. Words in the idea determine the outcome. */
export interface Sandbox {
  createEvaluation(body: EvaluationCreate, options?: CreateOptions): PendingRun;
  createSearch(body: SearchCreate, options?: CreateOptions): PendingRun;
  createEvaluations(items: readonly EvaluationCreate[], options?: CreateOptions): Promise<StartedBatch>;
  createSearches(items: readonly SearchCreate[], options?: CreateOptions): Promise<StartedBatch>;
  /** Moves the run's clock forward to its deadline. */
  reachDeadline(runId: string, options?: CreateOptions): Promise<Run>;
}

/** Creates the methods for runs, sandbox runs and batches. `newKey` generates idempotency keys. */
export function createRuns(call: Call, newKey: () => string): { runs: Runs; sandbox: Sandbox; batches: Batches } {
  const at = <State extends { runId: string }>(state: State): Run<State> => {
    const { runId } = state;
    const path = { id: runId };
    const dossier = (format: 'html' | 'pdf' | 'md', options?: CallOptions) =>
      format === 'pdf'
        ? call.bytes('GET /v1/runs/{id}/dossier', { path, query: { format }, ...options })
        : call.text('GET /v1/runs/{id}/dossier', { path, query: { format }, ...options });
    return {
      ...state,
      refresh: (options) => runs.get(runId, options),
      changes: (options) => changes(call, runId, options),
      events: (options) => runEvents(call, runId, options),
      wait: (options) => runs.wait(runId, options),
      cancel: async (options) => at(await call('POST /v1/runs/{id}/cancel', { path, ...options })),
      delete: (options) => call('DELETE /v1/runs/{id}', { path, ...options }),
      findings: ({ fields, ...options }: CallOptions & { fields?: readonly string[] } = {}) =>
        call('GET /v1/runs/{id}/findings', {
          path,
          // The OpenAPI description omits `fields`, because the response schema requires every member.
          ...(fields && ({ query: { fields: fields.join(',') } } as object)),
          ...options,
        }),
      portfolio: (options) => call('GET /v1/runs/{id}/portfolio', { path, ...options }),
      dossier: dossier as Run['dossier'],
      archive: (options) => call.bytes('GET /v1/runs/{id}/export', { path, ...options }),
    };
  };

  const pending = (created: Promise<RunCreated>, idempotencyKey: string): PendingRun => {
    const run = created.then(at);
    return Object.assign(run, {
      idempotencyKey,
      wait: async (options?: WaitOptions) => (await run).wait(options),
    });
  };

  /** Creates the methods that start runs, with paths under `base`. */
  const creates = (base: '/v1' | '/v1/sandbox'): Omit<Sandbox, 'reachDeadline'> => ({
    createEvaluation(body, { idempotencyKey = newKey(), ...options } = {}) {
      return pending(call(`POST ${base}/evaluations`, { body, idempotencyKey, ...options }), idempotencyKey);
    },
    createSearch(body, { idempotencyKey = newKey(), ...options } = {}) {
      return pending(call(`POST ${base}/searches`, { body, idempotencyKey, ...options }), idempotencyKey);
    },
    async createEvaluations(items, { idempotencyKey = newKey(), ...options } = {}) {
      const body = { items: [...items] };
      return started(await call(`POST ${base}/evaluations/batch`, { body, idempotencyKey, ...options }));
    },
    async createSearches(items, { idempotencyKey = newKey(), ...options } = {}) {
      const body = { items: [...items] };
      return started(await call(`POST ${base}/searches/batch`, { body, idempotencyKey, ...options }));
    },
  });
  const started = ({ batchId, runs: created }: RunBatchCreated): StartedBatch =>
    Object.assign(created.map(at), { batchId });

  const runs: Runs = {
    ...creates('/v1'),
    get: async (runId, options) => at(await call('GET /v1/runs/{id}', { path: { id: runId }, ...options })),
    async wait(runId, options) {
      let last: RunStatus | undefined;
      for await (const run of changes(call, runId, options)) last = run;
      if (last?.status === 'completed') return at(last);
      throw endedWithout(last!);
    },
    changes: (runId, options) => changes(call, runId, options),
    events: (runId, options) => runEvents(call, runId, options),
    ...listOf((query: QueryOf<'GET /v1/runs'>, options) => call('GET /v1/runs', { query, ...options })),
  };
  const sandbox: Sandbox = {
    ...creates('/v1/sandbox'),
    reachDeadline: async (runId, options) =>
      at(await call('POST /v1/sandbox/runs/{id}/deadline', { path: { id: runId }, ...options })),
  };
  const batches: Batches = {
    get: (id, options) => call('GET /v1/batches/{id}', { path: { id }, ...options }),
    cancel: (id, options) => call('POST /v1/batches/{id}/cancel', { path: { id }, ...options }),
    async results(id, options) {
      const lines = await call.text('GET /v1/batches/{id}/results', { path: { id }, ...options });
      return lines.split('\n').flatMap((line) => (line ? [JSON.parse(line) as RunBatchResult] : []));
    },
  };
  return { runs, sandbox, batches };
}

async function* changes(call: Call, runId: string, { timeoutMs, signal }: WaitOptions = {}) {
  const deadline = timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs);
  const given = [signal, deadline].filter((one) => one !== undefined);
  const either = given.length > 0 ? AbortSignal.any(given) : undefined;
  let tag: string | null = null;
  try {
    for (;;) {
      const asked = Date.now();
      const headers: Record<string, string> = { Prefer: `wait=${HOLD_SECONDS}`, ...(tag && { 'If-None-Match': tag }) };
      const options = { path: { id: runId }, headers, signal: either, maxRetries: PATIENT_RETRIES };
      const answer: FullAnswer<RunStatus> = await call.full('GET /v1/runs/{id}', options);
      if (answer.body) {
        tag = answer.headers.get('etag');
        yield answer.body;
        if (isFinal(answer.body)) return;
      } else if (Date.now() - asked < PAUSE_MS) {
        // A 304 can arrive early if a proxy stops the API from waiting for a change.
        await sleep(PAUSE_MS * (0.5 + Math.random()), either);
      }
    }
  } catch (error) {
    if (!deadline?.aborted || error !== deadline.reason) throw error;
    const message = `Run ${runId} did not end within ${timeoutMs} ms. It continues: wait for it again`;
    throw new NoiError(message, { code: 'wait_timed_out', runId, cause: error });
  }
}

/** Whether the run has ended. A status unknown to this version counts as ended once `completedAt` is set. */
function isFinal({ status, completedAt }: RunStatus): boolean {
  return ENDED.has(status) || (!UNDER_WAY.has(status) && completedAt !== null);
}

function endedWithout(run: RunStatus): NoiError {
  const { status, failure, failureReason, entitlementRestored } = run;
  const reason = failure ? `${failure.message} (${failure.code})` : (failureReason ?? 'no reason was given');
  const credit = entitlementRestored ? ' The credit was restored.' : '';
  const message = `The run ended as ${status}: ${reason}.${credit}`.replace('..', '.');
  return new NoiError(message, { status: 200, code: failure?.code ?? `run_${status}`, run });
}
