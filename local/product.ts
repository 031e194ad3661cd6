import { withTimeLimit } from '../platform/with-time-limit';
import { until } from './process/deadline';
import { ours, ourWorker, type Program } from './process/launch';
import { supervise, type Service } from './process/supervise';
import type { StartContext } from './start-context';

const READY_WITHIN_MS = 60_000;

/** Exceeds the 13 seconds in which an API by default takes leave of its callers and finishes work in progress. */
const STOP_WITHIN_MS = 15_000;

type ProductContext = Pick<StartContext, 'report' | 'add' | 'onReady' | 'scripts'>;

/** Starts an API and resolves when its GET /health/ready answers 200. */
export async function startApi(
  context: ProductContext,
  env: NodeJS.ProcessEnv,
  url: string,
  signal: AbortSignal,
  name = 'api',
): Promise<void> {
  const ready: Service['ready'] = (_lines, gone) =>
    until('GET /health/ready', READY_WITHIN_MS, () => answersReady(`${url}/health/ready`, gone), gone);
  await start(context, name, ours(context.scripts.api, env, STOP_WITHIN_MS), ready, signal);
}

/** Starts a worker and resolves when it polls, which it reports by a JSON line with `ready: true`. */
export async function startWorker(
  context: ProductContext,
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  name = 'worker',
): Promise<void> {
  const program = ourWorker(context.scripts.worker, env, STOP_WITHIN_MS);
  await start(context, name, program, (lines) => lines.find(reportsReady), signal);
}

async function start(
  { report, add, onReady }: ProductContext,
  name: string,
  program: Program,
  ready: Service['ready'],
  signal: AbortSignal,
): Promise<void> {
  const service = { name, program, ready, readyWithinMs: READY_WITHIN_MS, restart: true, onReady };
  add(await report.step(name, () => supervise(service, report, signal)));
}

async function answersReady(url: string, signal: AbortSignal): Promise<true | null> {
  try {
    return await withTimeLimit(5_000, signal, async (limited) => {
      const response = await fetch(url, { signal: limited });
      await response.arrayBuffer();
      return response.ok ? true : null;
    });
  } catch {
    return null;
  }
}

function reportsReady(line: string): true | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return (JSON.parse(line) as { ready?: unknown }).ready === true ? true : undefined;
  } catch {
    return undefined;
  }
}
