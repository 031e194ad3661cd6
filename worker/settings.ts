import { str, type CleanedEnv } from 'envalid';
import { activitySettings } from '../activities/settings';
import { agentSettings, claimSettings } from '../base/agent-settings';
import { buildSettings } from '../base/build';
import { observationSettings } from '../base/observation/server';
import type { ScanPatience } from '../base/patience';
import { paymentSettings } from '../base/payment-settings';
import { temporalSettings, tracingSettings } from '../base/process-settings';
import { scanSettings } from '../base/run-settings';
import { databaseUrl, duration, num, url } from '../base/settings';
import { alertReceiverSettings, webhookSettings } from '../base/webhook-settings';
import { DEFAULT_TASK_QUEUE } from '../base/workflow-messages';

/** Settings of the worker process, by the name of their variable. */
export const workerSettings = {
  DATABASE_URL: databaseUrl({ desc: 'PostgreSQL' }),
  DATABASE_POOL: num({ default: 20, desc: 'Connections to PostgreSQL at most' }),
  ...temporalSettings,
  ...tracingSettings,
  ...buildSettings,
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
  WORKER_VERSIONING: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'Take work as the build BUILD_ID, see docs/runbook/upgrade.md',
  }),
  ...observationSettings,
  LOG_LEVEL: str({ choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  ...agentSettings,
  ...activitySettings,
  ...paymentSettings,
  ...webhookSettings,
  ...alertReceiverSettings,
  EVIDENCE_CHECK: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Check each quotation of a paid run on the page that it cites; off, what is cited counts as enough evidence',
  }),
  ...claimSettings,
  CITED_PAGES_ORIGIN: url({
    default: undefined,
    desc: 'Serves example.com and its kind to that check, for samples; refused where PUBLIC_URL is https',
  }),
  ...scanSettings,
  SCAN_DATA_RETENTION: duration({ default: 2_592_000_000, desc: 'Age at which data of unconfirmed scans is deleted' }),
  MAX_CONCURRENT_SESSIONS: num({ default: 2000, desc: 'Agent sessions that one worker follows at once' }),
  SHUTDOWN_GRACE: duration({ default: 8_000, desc: 'Time for running activities to finish at a stop' }),
  SWEEP_INTERVAL: duration({ default: 300_000, desc: 'Interval between sweeps for lost events and overdue work' }),
  RECONCILIATION_INTERVAL: duration({
    default: 86_400_000,
    desc: 'Interval between comparisons of the payment provider’s books with ours',
  }),
  RELAY_INTERVAL: duration({ default: 500, desc: 'Interval between reads of the outbox' }),
};

/** Timeouts of free scans that the worker starts again, from the same settings as those of the API. */
export function scanPatienceOf(env: CleanedEnv<typeof workerSettings>): ScanPatience {
  return {
    scanConfirmationMs: env.SCAN_CONFIRMATION_LIFETIME,
    scanDeadlineMs: env.SCAN_DEADLINE,
    maxRepairs: env.RUN_MAX_REPAIRS,
    heartbeatTimeoutMs: env.SESSION_HEARTBEAT_TIMEOUT,
    stepTimeoutMs: env.STEP_TIMEOUT,
  };
}
