/**
 * Runs the payment stand-in as a process. Reads HOST, PORT, STATE_FILE, PUBLIC_URL, WEBHOOK_URL, WEBHOOK_SECRET (or
 * WEBHOOK_SECRET_LIVE and WEBHOOK_SECRET_TEST), WEBHOOK_RETRY, PAYOUT_STEP, OPENING_BALANCE and
 * PAYMENTS_MIN_SESSION_LIFETIME. Objects, balances and events survive restarts.
 */
import { parseDuration } from '../../base/settings';
import { serve } from '../base/http';
import { CARD_FEES } from './books';
import { createPaymentsStandIn } from './stand-in';

const { HOST = '127.0.0.1', PORT = '3300', STATE_FILE = null, PUBLIC_URL = null, WEBHOOK_URL } = process.env;
const { WEBHOOK_SECRET = '', WEBHOOK_SECRET_LIVE, WEBHOOK_SECRET_TEST } = process.env;
const {
  WEBHOOK_RETRY = '1s',
  PAYOUT_STEP = '1s',
  PAYMENTS_MIN_SESSION_LIFETIME = '30m',
  OPENING_BALANCE = '0',
} = process.env;

const secrets = { live: WEBHOOK_SECRET_LIVE ?? WEBHOOK_SECRET, test: WEBHOOK_SECRET_TEST ?? WEBHOOK_SECRET };
if (WEBHOOK_URL && !(secrets.live && secrets.test)) throw new Error('WEBHOOK_URL needs WEBHOOK_SECRET');

const standIn = createPaymentsStandIn({
  stateFile: STATE_FILE,
  publicUrl: PUBLIC_URL,
  webhook: WEBHOOK_URL ? { url: WEBHOOK_URL, secrets } : null,
  webhookRetryMs: parseDuration(WEBHOOK_RETRY),
  payoutStepMs: parseDuration(PAYOUT_STEP),
  openingBalance: Number(OPENING_BALANCE),
  fees: CARD_FEES,
  minSessionLifetimeMs: parseDuration(PAYMENTS_MIN_SESSION_LIFETIME),
});
serve(standIn, HOST, Number(PORT));
