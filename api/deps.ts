import type { Logger } from 'pino';
import type { Database } from '../prisma/client';
import type { Webhooks } from '../providers/webhooks/create-webhooks';
import type { Payments } from '../providers/payments/payments';
import type { PendingMessage } from '../store/outbox';
import type { Keyring } from './keyring';
import type { Limiters } from './limits/limiters';
import type { RunChanges } from './run-changes';
import type { UsageRecorder } from './usage-recorder';

/** What endpoints and middleware are made of: composed once, by main or a test. */
export interface ApiDeps {
  db: Database;
  log: Logger;
  keyring: Keyring;
  limiters: Limiters;
  changes: RunChanges;
  usage: UsageRecorder;
  /** Null where webhooks are not configured. */
  webhooks: Webhooks | null;
  /** Null where payments are not configured: what sells answers 503. */
  payments: Payments | null;
  /** Delivers a committed message to Temporal without making the caller wait; the relay catches what it misses. */
  deliver(message: PendingMessage): void;
  /** Whether Temporal can be reached, for GET /health/ready; never asked by other reads. */
  pingTemporal(): Promise<void>;
  settings: ApiSettings;
}

/** The settings that endpoints and middleware look at. */
export interface ApiSettings {
  publicUrl: string;
  checkResponses: boolean;
  trustProxy: boolean;
  /** From an order to the end of its checkout session. */
  checkoutLifetimeMs: number;
  /** From there to the end of the hold. */
  reservationGraceMs: number;
  /** Origin of the pages on which buyers pay. */
  checkoutOrigin: string;
  /** Minor units above which a person looks at a withdrawal first. */
  payoutReviewThreshold: number;
  runQueueExpiryMs: number;
  evaluationDeadlineMs: number;
  searchDeadlineMs: number;
  searchParallelism: number;
  maxRepairs: number;
  heartbeatTimeoutMs: number;
  stepTimeoutMs: number;
  /** Null where mail is off: what needs it answers 503 before anything is stored. */
  mail: { tokenSecret: string } | null;
  /** What the mail provider signs its events with; null where it reports none. */
  mailWebhookSecret: string | null;
  scanConfirmationMs: number;
  scanDeadlineMs: number;
  /** How long a browser stays signed in. */
  sessionLifetimeMs: number;
}
