import { until } from './process/deadline';
import { ours } from './process/launch';
import { supervise, type Duty } from './process/supervise';
import type { StartContext } from './start-context';

const READY_WITHIN_MS = 60_000;

/** Longer than the ten seconds that API and worker give themselves to finish what is under way. */
const STOP_WITHIN_MS = 13_000;

/** Starts the API and resolves when GET /health/ready answers 200. */
export async function startApi(
  context: StartContext,
  env: NodeJS.ProcessEnv,
  url: string,
  signal: AbortSignal,
): Promise<void> {
  const ready: Duty['ready'] = (_lines, gone) =>
    until('GET /health/ready', READY_WITHIN_MS, () => answersReady(`${url}/health/ready`, gone), gone);
  await start(context, 'api', context.scripts.api, env, ready, signal);
}

/** Starts the worker and resolves when it says that it polls: a JSON line with `ready: true`. */
export async function startWorker(context: StartContext, env: NodeJS.ProcessEnv, signal: AbortSignal): Promise<void> {
  await start(context, 'worker', context.scripts.worker, env, (lines) => lines.find(saysReady), signal);
}

async function start(
  { report, add, onReady }: StartContext,
  name: 'api' | 'worker',
  script: string,
  env: NodeJS.ProcessEnv,
  ready: Duty['ready'],
  signal: AbortSignal,
): Promise<void> {
  const program = ours(script, env, STOP_WITHIN_MS);
  const duty = { name, program, ready, readyWithinMs: READY_WITHIN_MS, restart: true, onReady };
  add(await report.step(name, () => supervise(duty, report, signal)));
}

async function answersReady(url: string, signal: AbortSignal): Promise<true | null> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(5_000)]) });
    await response.arrayBuffer();
    return response.ok ? true : null;
  } catch {
    return null;
  }
}

function saysReady(line: string): true | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return (JSON.parse(line) as { ready?: unknown }).ready === true ? true : undefined;
  } catch {
    return undefined;
  }
}
