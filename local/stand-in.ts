import { PAYMENTS_STAND_IN_SECRETS } from '../stand-ins/payments/own-keys';
import { standInSettings } from './child-settings';
import { LOOPBACK } from './ports';
import { ours } from './process/launch';
import { supervise, type Lines } from './process/supervise';
import type { StartContext } from './start-context';

const STAND_IN_READY_WITHIN_MS = 20_000;
const STAND_IN_STOPS_WITHIN_MS = 3_000;

/** Stand-in to start. */
export interface StandInPlan {
  name: 'mail' | 'agents' | 'payments' | 'collector';
  script: string;
  settings: NodeJS.ProcessEnv;
  port: number;
}

/** Starts a stand-in, restarted when it dies, and resolves with its address once it accepts requests. */
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

/** Habits of the agent stand-in where the environment names them; otherwise it writes as one would read it (`usual`). */
export function habitsOf({ HABITS }: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return HABITS ? { HABITS } : {};
}

/** Settings of the payment stand-in: its state, and the API that gets its webhooks. */
export function paymentStandInSettings(stateFile: string, api: string): NodeJS.ProcessEnv {
  return {
    STATE_FILE: stateFile,
    WEBHOOK_URL: `${api}/webhooks/stripe`,
    // Allows payouts to contributors before the first sale on this machine.
    OPENING_BALANCE: '1000000',
    WEBHOOK_SECRET_LIVE: PAYMENTS_STAND_IN_SECRETS.live,
    WEBHOOK_SECRET_TEST: PAYMENTS_STAND_IN_SECRETS.test,
  };
}

/** Detects `{"listening": url}`, which a stand-in prints once it accepts requests. */
function listening(line: string): true | undefined {
  return line.startsWith('{') && line.includes('"listening"') ? true : undefined;
}
