import type { Logger } from 'pino';
import type { Metrics } from '../base/observation/metrics';
import type { Health } from '../base/observation/server';
import type { ServiceStatus } from '../modules/operations/contract';
import type { LicensedDossier } from '../modules/opportunities/use-cases/bought-dossier';
import type { Payments } from '../modules/orders/payment-provider';
import type { PendingMessage } from '../modules/outbox/store/outbox';
import type { RunCache, RunChanges } from '../modules/runs/store/changes';
import type { Database } from '../prisma/client';
import type { Webhooks } from '../vendors/webhooks/webhook-sender';
import type { Keyring } from './keyring';
import type { LastGood } from './last-good';
import type { Limiters } from './limits/limiters';
import type { ConcurrencyLimit } from './limits/concurrency';
import type { ServiceHealth } from './service-health';
import type { ApiSettings } from './settings';
import type { UsageRecorder } from './usage-recorder';

/** Dependencies of endpoints and middleware, created once by `main` or a test. */
export interface ApiDeps {
  db: Database;
  log: Logger;
  metrics: Metrics;
  keyring: Keyring;
  limiters: Limiters;
  changes: RunChanges;
  runs: RunCache;
  streams: ConcurrencyLimit;
  /** Limits concurrent large responses, by account or network. */
  downloads: ConcurrencyLimit;
  usage: UsageRecorder;
  /** Public status of the service. At most a few seconds old. Never throws. */
  status: { read(): Promise<ServiceStatus> };
  /** Cache for the data of the front page and the catalog. */
  lastGood: LastGood;
  /**
   * Readiness of this process. At most a second old. Never throws. Not ready while the database is unreachable or
   * read-only, or once the process is stopping. Ignores Temporal's state, because the outbox works without it.
   */
  readiness(): Promise<Health>;
  /** Health of the service as shown publicly. At most a second old. Never throws. */
  health(): Promise<ServiceHealth>;
  /** Null if webhooks are not configured. */
  webhooks: Webhooks | null;
  /** Null if payments are not configured. Sales then fail with 503. */
  payments: Payments | null;
  /** Delivers a committed message to Temporal in the background. The relay retries failed deliveries. */
  deliver(message: PendingMessage): void;
  /** PDF of a completed run's dossier, stored on first use; null without findings. @throws Failure `overloaded` */
  dossierPdf(runId: string): Promise<Buffer | null>;
  /** Document of a purchased opportunity, with its owner. @throws Failure `overloaded` if too many PDFs are waiting */
  licensedDossier: LicensedDossier;
  /** Pings Temporal, for GET /health/ready only. */
  pingTemporal(): Promise<void>;
  /** True once the process is stopping. It still serves requests but should get no new ones. */
  isStopping(): boolean;
  traced: boolean;
  settings: ApiSettings;
}
