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
import type { Places } from './limits/places';
import type { ServiceHealth } from './service-health';
import type { ApiSettings } from './settings';
import type { UsageRecorder } from './usage-recorder';

/** Dependencies of endpoints and middleware, composed once by main or a test. */
export interface ApiDeps {
  db: Database;
  log: Logger;
  metrics: Metrics;
  keyring: Keyring;
  limiters: Limiters;
  changes: RunChanges;
  runs: RunCache;
  /** Places of live pages, by account. */
  streams: Places;
  /** Places of large answers, by account or network. */
  downloads: Places;
  usage: UsageRecorder;
  /** State of the service for everybody; at most a few seconds old, and never throws. */
  status: { read(): Promise<ServiceStatus> };
  /** Memory of what the front page and the catalogue show. */
  lastGood: LastGood;
  /**
   * Readiness of this process; at most a second old, and never throws. Not while the database is unreachable or accepts no
   * writes, nor once its stop was asked for. Temporal is reported only: the outbox accepts requests without it.
   */
  readiness(): Promise<Health>;
  /** Public health; at most a second old, and never throws. */
  health(): Promise<ServiceHealth>;
  /** Null if webhooks are not configured. */
  webhooks: Webhooks | null;
  /** Null if payments are not configured; sales then fail with 503. */
  payments: Payments | null;
  /** Delivers a committed message to Temporal in the background; the relay retries. */
  deliver(message: PendingMessage): void;
  /**
   * PDF of a completed run's dossier: the one that is kept, or else printed now and kept. Null without findings.
   *
   * @throws Failure `overloaded` if too many wait to be printed
   */
  dossierPdf(runId: string): Promise<Buffer | null>;
  /**
   * Document of a bought opportunity, with its owner.
   *
   * @throws Failure `overloaded` if too many wait to be printed
   */
  licensedDossier: LicensedDossier;
  /** Pings Temporal, for GET /health/ready only. */
  pingTemporal(): Promise<void>;
  /** True once the stop of the process was asked for: it still answers, and should get no new requests. */
  isStopping(): boolean;
  traced: boolean;
  settings: ApiSettings;
}
