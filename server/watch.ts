import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ALERTS, type EpisodeName } from '../contracts/alerts';
import { conditionsThatHold, type WatchFigures, type WatchLimits } from '../domain/watched-conditions';
import { watchOutage } from '../platform/outage';
import type { Database } from '../prisma/client';
import { DATABASE_WORDS, databaseStateOf } from '../prisma/unavailable';
import { alertBody, type AlertReceiver } from '../providers/webhooks/alert-receiver';
import { acknowledgeNews, claimNews, type EpisodeNews } from '../store/alerts/claim-news';
import { clearEpisode } from '../store/alerts/clear-episode';
import { openEpisode } from '../store/alerts/open-episode';
import { logCleared, logRaised } from './log-alert';
import { createOutageReport } from './report-outage';

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
const EPISODES = (Object.keys(ALERTS) as (keyof typeof ALERTS)[]).filter(
  (name): name is EpisodeName => 'episode' in ALERTS[name],
);

/**
 * Watches, until `signal` aborts, what no workflow can report because it stops workflows: frozen workers, an old queue,
 * an old outbox, a rate of failures, PostgreSQL itself. Runs in each API process; one of them logs an episode's beginning
 * and its end, and reports both to the second channel. That PostgreSQL is away each of them reports.
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
  const figures = await options.figures();
  const held = conditionsThatHold(figures, options.limits);
  const { readAt } = figures;
  for (const alert of EPISODES) {
    const facts = held.get(alert);
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
