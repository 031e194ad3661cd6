import { withTimeLimit } from '../base/time-limits';
import type { Sites } from '../stand-ins/internet/internet';
import { PAYMENTS_STAND_IN_SECRETS } from '../stand-ins/payments/answer';
import { standInSettings } from './child-settings';
import type { ReadyFile } from './files';
import type { LocalFolder } from './folder';
import { LOOPBACK } from './ports';
import { until, ours, ourWorker, type Program } from './process/launch';
import { supervise, type Service, type Lines, type Supervised } from './process/supervise';
import type { Report } from './report';

const READY_WITHIN_MS = 60_000;

/** Longer than the 13 seconds (by default) that an API takes to drain and finish work in progress. */
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

/** Starts a worker and resolves when it polls. The worker reports this with a JSON line that contains `ready: true`. */
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

const STAND_IN_READY_WITHIN_MS = 20_000;
const STAND_IN_STOPS_WITHIN_MS = 3_000;

export interface StandInPlan {
  name: 'mail' | 'agents' | 'payments' | 'collector';
  script: string;
  settings: NodeJS.ProcessEnv;
  port: number;
}

/** Starts a stand-in and resolves with its URL once it accepts requests. Restarts it if it dies. */
export async function startStandIn(
  { env, report, add, onReady }: Pick<StartContext, 'env' | 'report' | 'add' | 'onReady'>,
  { name, script, settings, port }: StandInPlan,
  signal?: AbortSignal,
): Promise<string> {
  const service = {
    name,
    program: ours(
      script,
      standInSettings(env, { ...settings, HOST: LOOPBACK, PORT: String(port) }),
      STAND_IN_STOPS_WITHIN_MS,
    ),
    ready: (lines: Lines) => lines.find(listening),
    readyWithinMs: STAND_IN_READY_WITHIN_MS,
    restart: true,
    onReady,
  };
  const address = `http://${LOOPBACK}:${port}`;
  add(
    await report.step(
      `${name} stand-in`,
      () => supervise(service, report, signal),
      () => address,
    ),
  );
  return address;
}

/** Passes HABITS to the agent stand-in if it is set in the environment. */
export function habitsOf({ HABITS }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return HABITS ? { HABITS } : {};
}

export function paymentStandInSettings(
  { PAYMENTS_MIN_SESSION_LIFETIME: least }: NodeJS.ProcessEnv,
  stateFile: string,
  api: string,
): NodeJS.ProcessEnv {
  return {
    ...(least && { PAYMENTS_MIN_SESSION_LIFETIME: least }),
    STATE_FILE: stateFile,
    WEBHOOK_URL: `${api}/webhooks/stripe`,
    // Allows payouts to contributors before the first sale on this machine.
    OPENING_BALANCE: '1000000',
    WEBHOOK_SECRET_LIVE: PAYMENTS_STAND_IN_SECRETS.live,
    WEBHOOK_SECRET_TEST: PAYMENTS_STAND_IN_SECRETS.test,
  };
}

function listening(line: string): true | undefined {
  return line.startsWith('{') && line.includes('"listening"') ? true : undefined;
}

export interface StandIns {
  agents: string;
  payments: string;
  mail: string;
}

const portOf = (address: string) => Number(new URL(address).port);

/** Maps the vendors' host names, which the SDKs call by default, to the stand-ins. */
export function sitesOf({ agents, payments, mail }: StandIns): Sites {
  const vendors = {
    'api.anthropic.com': portOf(agents),
    'api.stripe.com': portOf(payments),
    'api.resend.com': portOf(mail),
  };
  return { vendors, samples: portOf(agents) };
}

/** Scripts of the child processes. Tests substitute small scripts. */
export interface ChildScripts {
  mail: string;
  agents: string;
  payments: string;
  collector: string;
  api: string;
  worker: string;
}

export interface Preparation {
  /** Migrates as the owner. Grants the application's privileges to `appRole` unless it is null. */
  migrate: (databaseUrl: string, appRole: string | null) => Promise<{ applied: string[] }>;
  seed(databaseUrl: string, keepFile: string): Promise<Pick<ReadyFile, 'keys' | 'account'>>;
  provisionAgents(env: NodeJS.ProcessEnv, report: Report, signal: AbortSignal): Promise<void>;
}

export type Part = Pick<Supervised, 'stop' | 'kill'> &
  Partial<Pick<Supervised, 'restart'>> & { name: string; pid(): number };

export interface StartContext {
  env: NodeJS.ProcessEnv;
  folder: LocalFolder;
  report: Report;
  scripts: ChildScripts;
  preparation: Preparation;
  observe: boolean;
  /** Registers a started part; parts are stopped in reverse order. */
  add: (part: Part) => void;
  onReady: () => void;
}
