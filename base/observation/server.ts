import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { str } from 'envalid';
import { port } from '../settings';
import { within } from '../time-limits';
import type { MetricsPage } from './metrics';

/** Metrics and health checks that a process offers to operators. */
export interface ObservedProcess {
  /** Parts of the metrics page, in order. A failing part is omitted. */
  metrics: readonly MetricsPage[];
  /** Liveness: a failed check restarts the process, so no check may depend on another process. */
  live(): Promise<Health>;
  /** Readiness: while checks fail, the process gets no new work. */
  ready(): Promise<Health>;
}

export interface ObservationServer {
  url: string;
  close(): Promise<void>;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';
const OPEN_METRICS = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/**
 * Serves GET `/metrics`, `/health/live` and `/health/ready` (200 or 503) on METRICS_PORT without authentication.
 * Returns null if METRICS_PORT is unset.
 * @throws Error if the port cannot be opened
 */
export async function observe(
  { METRICS_PORT: ours, METRICS_HOST: host }: { METRICS_PORT: number | undefined; METRICS_HOST: string },
  observed: ObservedProcess,
): Promise<ObservationServer | null> {
  if (ours === undefined) return null;
  const server = createServer((request, response) => void answer(observed, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`METRICS_PORT ${ours}: ${error.message}`, { cause: error })));
    server.listen(ours, host, resolve);
  });
  // Open connections must not keep the process alive when it shuts down.
  server.unref();
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close: () => closed(server) };
}

async function answer(observed: ObservedProcess, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split('?', 1)[0];
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, TEXT, 'GET only\n');
  if (path === '/metrics') {
    const open = /application\/openmetrics-text/.test(request.headers.accept ?? '');
    const parts = await Promise.all(observed.metrics.map((part) => part(open).catch(() => '')));
    return send(response, 200, open ? OPEN_METRICS : TEXT, parts.join('') + (open ? '# EOF\n' : ''));
  }
  if (path === '/health/live') return sendHealth(response, 'live', await observed.live());
  if (path === '/health/ready') return sendHealth(response, 'ready', await observed.ready());
  send(response, 404, TEXT, 'Not found. Try /metrics, /health/live or /health/ready.\n');
}

function sendHealth(response: ServerResponse, name: string, { fine, checks, reasons }: Health): void {
  const body = JSON.stringify({ status: fine ? name : `not_${name}`, ...reasons, checks });
  send(response, fine ? 200 : 503, 'application/json', body);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

export interface CheckResult {
  name: string;
  status: 'ok' | 'failed';
  latencyMs: number;
}

export interface Check {
  name: string;
  /** Throws or returns false if the check fails. */
  run(): unknown;
  /** Public reason for an error of `run`. If set, the response shows `ok` or this reason under the check's name. */
  reasonOf?(error: unknown): string;
  /** True if the check is only reported and does not affect the health status. */
  optional?: boolean;
}

export interface Health {
  fine: boolean;
  checks: CheckResult[];
  /** Reasons by check name; see {@link Check.reasonOf}. */
  reasons: Record<string, string>;
}

/** Deadline of one check, half a second below the promised response time of 2 s. */
export const CHECK_DEADLINE_MS = 1_500;

/** Runs all checks concurrently, each within {@link CHECK_DEADLINE_MS}; never throws. */
export async function checkHealth(checks: readonly Check[]): Promise<Health> {
  const reasons: Health['reasons'] = {};
  const results = await Promise.all(
    checks.map(async ({ name, run, reasonOf }) => {
      const begun = performance.now();
      if (reasonOf) reasons[name] = 'ok';
      const status = await within(CHECK_DEADLINE_MS, name, Promise.resolve().then(run)).then(
        (result) => (result === false ? ('failed' as const) : ('ok' as const)),
        (error: unknown) => {
          if (reasonOf) reasons[name] = reasonOf(error);
          return 'failed' as const;
        },
      );
      return { name, status, latencyMs: Math.round((performance.now() - begun) * 10) / 10 };
    }),
  );
  const fine = results.every(({ status }, index) => status === 'ok' || checks[index]!.optional === true);
  return { fine, checks: results, reasons };
}

export const observationSettings = {
  METRICS_PORT: port({
    default: undefined,
    desc: 'Port of /metrics, /health/live and /health/ready',
  }),
  METRICS_HOST: str({
    default: '127.0.0.1',
    desc: 'Address for METRICS_PORT. Requests need no key, so never use a public address',
  }),
};

/** Registry of loops that must not stop silently, with the time of each loop's last completed pass. */
export interface Liveness {
  /** Registers a loop and returns its reporting functions. The registration counts as a completed pass. */
  watch(loop: string, lateAfterMs: number): LoopWatch;
  loops(): LoopState[];
}

export interface LoopWatch {
  completed(): void;
  /** Reports that the loop is running despite a failed pass: an outage elsewhere must not restart this process. */
  moved(): void;
}

export interface LoopState {
  loop: string;
  /** Milliseconds since the last completed pass, or since registration. */
  idleMs: number;
  /** True if `idleMs` exceeds the time that a pass may take. */
  late: boolean;
  /** True if `moved` has not been called for that long either. Then only a restart helps. */
  stuck: boolean;
}

/** Creates the registry for the loops of a process. `now` is a monotonic clock in milliseconds. */
export function createLiveness(now: () => number = () => performance.now()): Liveness {
  const loops = new Map<string, { completedAt: number; movedAt: number; lateAfterMs: number }>();
  return {
    watch(loop, lateAfterMs) {
      const state = { completedAt: now(), movedAt: now(), lateAfterMs };
      loops.set(loop, state);
      return {
        completed: () => void (state.completedAt = state.movedAt = now()),
        moved: () => void (state.movedAt = now()),
      };
    },
    loops: () =>
      [...loops].map(([loop, { completedAt, movedAt, lateAfterMs }]) => {
        const idleMs = Math.round(now() - completedAt);
        return { loop, idleMs, late: idleMs > lateAfterMs, stuck: now() - movedAt > lateAfterMs };
      }),
  };
}
