import { num, str, url } from 'envalid';
import { webhookSettings } from '../contracts/webhook-settings';
import { mailSettings, senderSettings } from '../contracts/mail-settings';
import { paymentSettings } from '../contracts/payment-settings';
import { duration } from '../contracts/settings';
import { DEFAULT_TASK_QUEUE } from '../contracts/workflow-messages';

/** Settings of the worker process, by the name of their variable. */
export const workerSettings = {
  DATABASE_URL: url({ desc: 'PostgreSQL' }),
  DATABASE_POOL: num({ default: 20, desc: 'Connections to PostgreSQL at most' }),
  TEMPORAL_ADDRESS: str({ default: '127.0.0.1:7233', desc: 'host:port of the Temporal frontend' }),
  TEMPORAL_NAMESPACE: str({ default: 'default' }),
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
  LOG_LEVEL: str({ choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  ANTHROPIC_API_KEY: str({ desc: 'Key of the agent provider' }),
  ANTHROPIC_BASE_URL: url({ default: undefined, desc: 'Another address than the provider’s own' }),
  AGENT_PROVIDER_NAME: str({ default: 'anthropic', desc: 'provider.name of runs and provenance of findings' }),
  ...mailSettings,
  ...senderSettings,
  OPERATOR_EMAIL: str({ default: undefined, desc: 'Who is told where a refund failed' }),
  ...paymentSettings,
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Where callers reach the API' }),
  RUN_BUDGET: num({ default: 10, desc: 'US dollars at which the agent session of one run is stopped' }),
  SEARCH_CANDIDATE_BUDGET: num({ default: 5, desc: 'US dollars for the session of one candidate of a search' }),
  ...webhookSettings,
  SCAN_BUDGET: num({ default: 1, desc: 'US dollars for the session of a free scan' }),
  SCAN_DATA_RETENTION: duration({ default: 2_592_000_000, desc: 'When data of unconfirmed scans is deleted' }),
  MAX_CONCURRENT_SESSIONS: num({ default: 2000, desc: 'Agent sessions that one worker follows at once' }),
  SHUTDOWN_GRACE: duration({ default: 8_000, desc: 'How long running activities may finish at a stop' }),
  SWEEP_INTERVAL: duration({ default: 300_000, desc: 'How often is looked for what nobody told of' }),
  RELAY_INTERVAL: duration({ default: 500, desc: 'How often the outbox is looked at' }),
};
