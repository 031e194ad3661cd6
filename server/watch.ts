import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { watchOutage } from '../base/log';
import { alertTexts, type AlertName } from '../modules/alerts/contract';
import {
  acknowledgeNews,
  claimNews,
  clearEpisode,
  openEpisode,
  type EpisodeNews,
} from '../modules/alerts/store/alerts';
import { conditionsOf, type WatchFigures, type WatchLimits } from '../modules/operations/conditions';
import { requireWrites, type Database } from '../prisma/client';
import { DATABASE_WORDS, databaseStateOf } from '../prisma/connection';
import { alertBody, type AlertReceiver } from '../vendors/webhooks/alert-receiver';

/** Parts of the watch; times in milliseconds. */
export interface WatchOptions {
  db: Database;
  /** Figures of the whole deployment, which every process reads alike. */
  figures(): Promise<WatchFigures>;
  limits: WatchLimits;
  /** Second channel; null if none is set. */
  receiver: AlertReceiver | null;
  publicUrl: string;
  log: Logger;
  everyMs?: number;
  /** Time for which a condition must not hold before its episode is over. */
  calmMs?: number;
  /** Time without an answer of PostgreSQL that is an alert. */
  unreachableMs?: number;
  /** Time after which news that the receiver did not take is sent again. */
  leaseMs?: number;
}

const EVERY_MS = 10_000;
const CALM_MS = 60_000;
const LEASE_MS = 30_000;

/**
 * Watches what no workflow can report because it stops workflows: what the database shows, what processes report of
 * themselves, PostgreSQL itself. Of all API processes one reports an episode; that PostgreSQL is away each reports.
 */
export async function runWatch(options: WatchOptions, signal: AbortSignal): Promise<void> {
  const outage = watchOutage(options.log, 'the watch for alerts');
  const away = createOutageReport((news) => isReported(options, news), options.log, options.unreachableMs);
  while (!signal.aborted) {
    try {
      await pass(options);
      outage.answered();
      await away.answered();
    } catch (error) {
      outage.failed(error);
      const state = databaseStateOf(error);
      if (state !== 'ok') await away.failed(DATABASE_WORDS[state]);
    }
    await sleep(options.everyMs ?? EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function pass(options: WatchOptions): Promise<void> {
  const { db, log, calmMs = CALM_MS } = options;
  // Figures are read, and a pass may write nothing, from a database whose disk is full.
  await requireWrites(db);
  const figures = await options.figures();
  const { readAt } = figures;
  for (const [alert, facts] of conditionsOf(figures, options.limits)) {
    if (facts && (await openEpisode(db, alert, { facts, readAt }))) logRaised(log, alert, facts);
    if (!facts && (await clearEpisode(db, alert, { readAt, calmMs }))) logCleared(log, alert);
  }
  for (const news of await claimNews(db, options.leaseMs ?? LEASE_MS)) {
    if (await isReported(options, news)) await acknowledgeNews(db, news);
  }
}

async function isReported({ receiver, publicUrl, log }: WatchOptions, news: EpisodeNews): Promise<boolean> {
  if (!receiver) return true;
  const body = JSON.stringify(alertBody({ ...news, publicUrl }, receiver.key));
  const { status, failure } = await receiver.sender.send({ owner: 'operator', url: receiver.url, headers: {}, body });
  if (status !== null && status >= 200 && status < 300) return true;
  log.warn({ alertNotTaken: news.alert, status, failure }, 'the alert receiver took nothing; it is tried again');
  return false;
}

/** Reports one piece of news to the second channel; false if it was not taken. */
type Report = (news: EpisodeNews) => Promise<boolean>;

/** Time without an answer of PostgreSQL that is an alert. */
const UNREACHABLE_MS = 60_000;

/** Reports that PostgreSQL is away and back. No row can say so: every API process reports for itself. */
function createOutageReport(report: Report, log: Logger, unreachableMs = UNREACHABLE_MS) {
  const about = { alert: 'database-unreachable', subject: 'postgresql' } as const;
  let outage: { raisedAt: Date; taken: boolean } | null = null;
  let over: { raisedAt: Date } | null = null;

  return {
    /** PostgreSQL failed just now; `why` as in `DATABASE_WORDS`. */
    async failed(why: string): Promise<void> {
      over = null;
      outage ??= { raisedAt: new Date(), taken: false };
      const ms = Date.now() - outage.raisedAt.getTime();
      if (outage.taken || ms < unreachableMs) return;
      const facts = { seconds: `${Math.floor(ms / 1_000)}`, why };
      logRaised(log, about.alert, facts);
      outage.taken = await report({ ...about, news: 'raised', facts, raisedAt: outage.raisedAt });
    },

    async answered(): Promise<void> {
      if (outage?.taken) {
        over = outage;
        logCleared(log, about.alert);
      }
      outage = null;
      if (over && (await report({ ...about, news: 'cleared', facts: {}, raisedAt: over.raisedAt }))) over = null;
    },
  };
}

function logRaised(log: Logger, alert: AlertName, facts: Record<string, string>): void {
  const { title, severity, runbook } = alertTexts(alert, facts);
  log.error({ ...facts, alert, severity, runbook }, `ALERT: ${title}`);
}

function logCleared(log: Logger, alert: AlertName): void {
  log.warn({ alert, cleared: true }, `over: ${alert}`);
}
