import { checkHealth, CHECK_DEADLINE_MS, type Health } from '../base/observation/server';
import { within } from '../base/time-limits';
import { API_VERSION, FINDINGS_SCHEMA_VERSION, SERVICE_VERSION } from '../base/versions';
import { WORKERS_SILENT_MS } from '../modules/operations/conditions';
import {
  COMPONENTS,
  type ComponentName,
  type ComponentState,
  type ServiceStatus,
} from '../modules/operations/contract';
import { listWorkers, type SeenWorker } from '../modules/operations/store/workers';
import { findLastRun } from '../modules/reconciliation/store/reconciliation';
import { databaseCheck } from '../prisma/connection-flaw';
import type { ApiDeps } from './deps';
import { readHealth, type ServiceHealth } from './service-health';

/** PostgreSQL connections reserved for health checks, so that a busy pool does not make the process unready. */
export const PROBE_CONNECTIONS = 2;

/** `db` is a separate pool of {@link PROBE_CONNECTIONS}, which requests do not use. */
type ProbedParts = Pick<ApiDeps, 'db' | 'pingTemporal' | 'isStopping'> & { settings: { publicUrl: string } };

/** Creates the readers of health checks (cached for `keptMs`) and of the status page (cached for `statusMs`). */
export function createProbes(
  { db, pingTemporal, isStopping, settings }: ProbedParts,
  { keptMs = 1_000, statusMs = 5_000 } = {},
): Pick<ApiDeps, 'readiness' | 'health' | 'status'> {
  const checked = shared(keptMs, () =>
    checkHealth([databaseCheck(db), { name: 'temporal', run: pingTemporal, optional: true }]),
  );
  const readiness = async () => (isStopping() ? whileStopping(await checked()) : checked());
  const health = shared(keptMs, () => readHealth(db, settings));
  return {
    readiness,
    health,
    status: { read: shared(statusMs, createStatusReader({ db, isStopping, readiness, health })) },
  };
}

function whileStopping({ checks, reasons }: Health): Health {
  return { fine: false, reasons, checks: [...checks, { name: 'stopping', status: 'failed', latencyMs: 0 }] };
}

/** Lets all callers within `keptMs` of a read's start share that read. */
function shared<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let known: { at: number; answer: Promise<T> } | null = null;
  return () => {
    if (!known || performance.now() - known.at >= keptMs) known = { at: performance.now(), answer: read() };
    return known.answer;
  };
}

interface Seen {
  status: ComponentState;
  summary: string;
  lastSeenAt: string | null;
}

type StatusDeps = Pick<ApiDeps, 'db' | 'isStopping' | 'readiness' | 'health'>;

/** Remembers when this process last reached each dependency. Responds within 2 s even if a dependency hangs. */
export function createStatusReader({ db, isStopping, readiness, health: read }: StatusDeps): ApiDeps['status']['read'] {
  const reached: Partial<Record<string, string>> = {};
  return async () => {
    const [{ checks, reasons }, health, workers, lastRun] = await Promise.all([
      readiness(),
      read(),
      within(CHECK_DEADLINE_MS, 'workers', listWorkers(db)).catch(() => null),
      within(CHECK_DEADLINE_MS, 'reconciliation', findLastRun(db)).catch(() => null),
    ]);
    const checkedAt = new Date().toISOString();
    const answers = (name: string) => checks.some((check) => check.name === name && check.status === 'ok');
    for (const { name, status } of checks) if (status === 'ok') reached[name] = checkedAt;
    const seen: Record<ComponentName, Seen> = {
      api: { ...apiOf(health, isStopping()), lastSeenAt: checkedAt },
      database: { ...databaseOf(reasons.database!), lastSeenAt: reached.database ?? null },
      workflows: { ...workflowsOf(answers('temporal')), lastSeenAt: reached.temporal ?? null },
      workers: workersOf(workers),
      agent: { ...agentOf(health), lastSeenAt: health.managedAgent.checkedAt },
      books: { ...booksOf(health, lastRun), lastSeenAt: lastRun?.endedAt?.toISOString() ?? null },
    };
    return {
      ...together(seen),
      components: (Object.keys(seen) as ComponentName[]).map((name) => ({
        name,
        label: COMPONENTS[name],
        ...seen[name],
      })),
      apiVersion: API_VERSION,
      serviceVersion: SERVICE_VERSION,
      findingsSchemaVersion: FINDINGS_SCHEMA_VERSION,
      checkedAt,
    };
  };
}

type State = Omit<Seen, 'lastSeenAt'>;

const working = (summary: string): State => ({ status: 'working', summary });
const impaired = (summary: string): State => ({ status: 'impaired', summary });
const down = (summary: string): State => ({ status: 'down', summary });
const unknown = (summary: string): State => ({ status: 'unknown', summary });

// Excludes reconciliation differences (`books`), which do not affect customers.
function together({ books: _books, ...parts }: Record<ComponentName, Seen>): Pick<ServiceStatus, 'status' | 'summary'> {
  if (parts.database.status === 'down') {
    return { status: 'down', summary: 'We cannot save anything right now. Please try again later.' };
  }
  const affected = Object.values(parts).filter(({ status }) => status !== 'working');
  if (affected.length === 0) return { status: 'working', summary: 'All systems are working.' };
  if (affected.every(({ status }) => status === 'delayed')) {
    return { status: 'delayed', summary: 'New research waits in the queue and starts automatically.' };
  }
  return { status: 'impaired', summary: 'Some parts are not working correctly.' };
}

function apiOf({ violations }: ServiceHealth, stopping: boolean): State {
  if (stopping) return impaired('This server is being replaced. Requests in progress will finish.');
  if (violations.length > 0) return impaired(`The server does not meet a requirement: ${violations.join('; ')}.`);
  return working('Answers requests.');
}

function databaseOf(state: string): State {
  if (state === 'ok') return working('Reads and saves data.');
  const readable = state === 'read_only' || state === 'disk_full';
  return down(readable ? 'Reads data, but cannot save it.' : 'Cannot read or save data.');
}

function workflowsOf(answers: boolean): State {
  if (answers) return working('Starts research and orders immediately.');
  return down('Research and orders wait. Nothing is lost.');
}

function workersOf(workers: readonly SeenWorker[] | null): Seen {
  if (!workers) return { ...unknown('We cannot read their reports.'), lastSeenAt: null };
  const own = workers.filter(({ role }) => role === 'worker');
  const lastSeenAt = own[0]?.seenAt.toISOString() ?? null;
  const alive = own.some(({ stoppedAt, lastSeenMs }) => stoppedAt === null && lastSeenMs <= WORKERS_SILENT_MS);
  if (alive) return { ...working('Work on research and orders.'), lastSeenAt };
  return { ...down('Not running. Research and orders wait. Nothing is lost.'), lastSeenAt };
}

const AGENT: Readonly<Record<string, State>> = {
  in_sync: working('Runs the released version.'),
  drifted: impaired('Differs from the released version. We are looking into it.'),
  unprovisioned: down('Not set up yet. Research waits.'),
};

function agentOf({ managedAgent, agentStopped }: ServiceHealth): State {
  if (agentStopped) return { status: 'delayed', summary: 'Research waits in the queue and starts automatically.' };
  return AGENT[managedAgent.driftStatus] ?? unknown('We could not read its status.');
}

function booksOf({ openBreaks }: ServiceHealth, lastRun: object | null): State {
  if (openBreaks === null) return unknown('We cannot read the last comparison.');
  if (openBreaks === 0 && !lastRun) return working('The first comparison with the payment provider is still due.');
  if (openBreaks === 0) return working("Our records match the payment provider's.");
  const differences = openBreaks === 1 ? 'One difference' : `${openBreaks} differences`;
  return impaired(`${differences} from the payment provider's records. We are looking into it.`);
}
