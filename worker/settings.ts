import { str } from 'envalid';
import { activitySettings } from '../activities/settings';
import { agentSettings, claimSettings } from '../base/agent-settings';
import { buildSettings } from '../base/build';
import { observationSettings } from '../base/observation/server';
import { paymentCallSettings } from '../base/payment-settings';
import { temporalSettings, tracingSettings } from '../base/process-settings';
import { workSettings } from '../base/run-settings';
import { count, databaseUrl, duration, url } from '../base/settings';
import { alertReceiverSettings, webhookSettings } from '../base/webhook-settings';
import { DEFAULT_TASK_QUEUE } from '../base/workflow-messages';

export const workerSettings = {
  DATABASE_URL: databaseUrl({ desc: 'PostgreSQL connection URL' }),
  DATABASE_POOL: count({ default: 20, desc: 'Maximum number of connections to PostgreSQL' }),
  ...temporalSettings,
  ...tracingSettings,
  ...buildSettings,
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
  WORKER_VERSIONING: str({
    choices: ['on', 'off'],
    default: 'off',
    desc: 'Take only work of build BUILD_ID (docs/runbook/upgrade.md)',
  }),
  ...observationSettings,
  LOG_LEVEL: str({
    choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'],
    default: 'info',
    desc: 'Log level',
  }),
  ...agentSettings,
  ...activitySettings,
  ...paymentCallSettings,
  ...webhookSettings,
  ...alertReceiverSettings,
  EVIDENCE_CHECK: str({
    choices: ['on', 'off'],
    default: 'on',
    desc: 'Check quotations of paid runs on the cited pages',
  }),
  ...claimSettings,
  CITED_PAGES_ORIGIN: url({
    default: undefined,
    desc: 'Server of sample pages such as example.com; refused with an https PUBLIC_URL',
  }),
  ...workSettings,
  SHUTDOWN_GRACE: duration({ default: 8_000, desc: 'Time to finish running activities at shutdown' }),
  SWEEP_INTERVAL: duration({ default: 300_000, desc: 'Time between sweeps for lost events and overdue work' }),
};
