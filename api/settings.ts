import { num, port, str, url } from 'envalid';
import { mailSettings } from '../contracts/mail-settings';
import { paymentSettings } from '../contracts/payment-settings';
import { runSettings } from '../contracts/run-settings';
import { webhookSettings } from '../contracts/webhook-settings';
import { duration, flag, positiveNumber } from '../contracts/settings';
import { DEFAULT_TASK_QUEUE } from '../contracts/workflow-messages';

/** Settings of the API process, by the name of their variable. */
export const apiSettings = {
  HOST: str({ default: '127.0.0.1', desc: 'Address to listen on' }),
  PORT: port({ default: 8080, desc: 'Port to listen on' }),
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Where callers reach this API' }),
  TRUST_PROXY: flag({ default: false, desc: 'Whether X-Forwarded-* come from a proxy of ours' }),
  DATABASE_URL: url({ desc: 'PostgreSQL' }),
  DATABASE_POOL: num({ default: 20, desc: 'Connections to PostgreSQL at most' }),
  TEMPORAL_ADDRESS: str({ default: '127.0.0.1:7233', desc: 'host:port of the Temporal frontend' }),
  TEMPORAL_NAMESPACE: str({ default: 'default' }),
  TASK_QUEUE: str({ default: DEFAULT_TASK_QUEUE, desc: 'Task queue of workflows and activities' }),
  LOG_LEVEL: str({ choices: ['trace', 'debug', 'info', 'warn', 'error', 'silent'], default: 'info' }),
  LIMITS_SCALE: positiveNumber({ default: 1, desc: 'Multiplies every rate limit' }),
  RATE_LIMIT_STORE: str({ choices: ['memory', 'postgres'], default: 'memory', desc: 'Where requests are counted' }),
  KEY_CACHE_TTL: duration({ default: 5_000, desc: 'How long a valid key is remembered' }),
  CHECK_RESPONSES: flag({ default: false, desc: 'Hold every answer against its declared schema' }),
  SHUTDOWN_GRACE: duration({ default: 8_000, desc: 'How long open requests may finish at a stop' }),
  ...webhookSettings,
  SESSION_LIFETIME: duration({ default: 1_209_600_000, desc: 'How long a browser stays signed in' }),
  RESEND_WEBHOOK_SECRET: str({ default: undefined, desc: 'What the mail provider signs its events with' }),
  SCAN_DEADLINE: duration({ default: 600_000, desc: 'From the confirmation of a free scan to its deadline' }),
  ...mailSettings,
  CHECKOUT_SESSION_LIFETIME: duration({ default: 31 * 60_000, desc: 'How long a checkout can be paid' }),
  RESERVATION_GRACE: duration({ default: 5 * 60_000, desc: 'From there to the end of the reservation' }),
  PAYOUT_REVIEW_THRESHOLD: num({ default: 50_000, desc: 'Minor units above which a person reviews a withdrawal' }),
  ...paymentSettings,
  ...runSettings,
};
