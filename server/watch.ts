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
import type { Mailer } from '../vendors/mail/mailer';
import { alertMail } from '../vendors/mail/templates/support';
import { alertBody, type AlertReceiver } from '../vendors/webhooks/alert-receiver';

/** Options of {@link runWatch}. Times are in milliseconds. */
export interface WatchOptions {
  db: Database;
  /** Figures for the whole deployment, the same in every process. */
  figures(): Promise<WatchFigures>;
  limits: WatchLimits;
  /** The operators' mailbox; null if not set. */
  mailbox: { to: string; mailer: Mailer } | null;
  /** Second alert channel; null if not set. */
  receiver: AlertReceiver | null;
  publicUrl: string;
  log: Logger;
  everyMs?: number;
  /** Time that a condition must be absent before its episode ends. */
  calmMs?: number;
  /** Time that an outage of PostgreSQL may last before it raises an alert. */
  unreachableMs?: number;
  /** Time to wait before sending an alert again that the receiver did not accept. */
  leaseMs?: number;
}

const EVERY_MS = 10_000;
const CALM_MS = 60_000;
const LEASE_MS = 30_000;
/** All API processes notice an outage within this time of one another. */
const ABOUT_MS = 5 * 60_000;
/** Time after an outage of PostgreSQL in which processes report again and their loops catch up. */
const SETTLE_MS = 45_000;

/**
 * Alerts operators to problems that stop workflows and that no workflow can therefore report: figures in the database,
 * problems that processes detect in themselves, and outages of PostgreSQL. One API process reports each episode, but
 * every API process reports a PostgreSQL outage.
 */
export async function runWatch(options: WatchOptions, signal: AbortSignal): Promise<void> {
  const outage = watchOutage(options.log, 'the watch for alerts');
  const away = createOutageReport(
    [
      (news) => isReported(options, news),
      async (news) => {
        if (news.news === 'cleared') return true;
        // While the database is down, no workflow can send this alert. All API processes use the same key per outage.
        const begun = Math.floor(news.raisedAt.getTime() / ABOUT_MS) * ABOUT_MS;
        return isMailed(options, { ...news, subject: new Date(begun).toISOString().slice(0, 16) });
      },
    ],
    options.log,
    options.unreachableMs,
  );
  const mailed = new Set<string>();
  let settledAt = 0;
  while (!signal.aborted) {
    try {
      await pass(options, mailed, Date.now() >= settledAt);
      outage.answered();
      await away.answered();
    } catch (error) {
      outage.failed(error);
      const state = databaseStateOf(error);
      if (state !== 'ok') settledAt = Date.now() + SETTLE_MS;
      if (state !== 'ok') await away.failed(DATABASE_WORDS[state]);
    }
    await sleep(options.everyMs ?? EVERY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function pass(options: WatchOptions, mailed: Set<string>, isSettled: boolean): Promise<void> {
  const { db, log, calmMs = CALM_MS } = options;
  // Detects a full disk, which the rest of the pass may miss because it may only read.
  await requireWrites(db);
  const figures = await options.figures();
  const { readAt } = figures;
  for (const [alert, facts] of isSettled ? conditionsOf(figures, options.limits) : []) {
    if (facts && (await openEpisode(db, alert, { facts, readAt }))) logRaised(log, alert, facts);
    if (!facts && (await clearEpisode(db, alert, { readAt, calmMs }))) logCleared(log, alert);
  }
  for (const news of await claimNews(db, options.leaseMs ?? LEASE_MS)) {
    // Sends the email once per process. If that fails, the alert's workflow sends it once a worker is available.
    if (news.news === 'raised' && !mailed.has(news.subject)) await isMailed(options, news);
    mailed.add(news.subject);
    if (await isReported(options, news)) await acknowledgeNews(db, news);
  }
}

/**
 * Sends the email about a new alert at once, because the problem may keep every worker from sending it. Uses the
 * idempotency key of the workflow's email, so that the provider sends only one.
 */
async function isMailed({ mailbox, log }: WatchOptions, { alert, subject, facts, raisedAt }: EpisodeNews) {
  if (!mailbox) return true;
  const mail = { ...alertMail({ alert, facts, raisedAt }), to: mailbox.to, idempotencyKey: `${alert}/${subject}` };
  try {
    await mailbox.mailer.send(mail);
    return true;
  } catch (error) {
    log.warn({ alertNotMailed: alert, failure: (error as Error).message }, 'the alert could not be mailed by the API');
    return false;
  }
}

async function isReported({ receiver, publicUrl, log }: WatchOptions, news: EpisodeNews): Promise<boolean> {
  if (!receiver) return true;
  const body = JSON.stringify(alertBody({ ...news, publicUrl }, receiver.key));
  const { status, failure } = await receiver.sender.send({ owner: 'operator', url: receiver.url, headers: {}, body });
  if (status !== null && status >= 200 && status < 300) return true;
  log.warn({ alertNotTaken: news.alert, status, failure }, 'the alert receiver did not accept the alert; trying again');
  return false;
}

/** Reports an alert to one channel. Resolves to false if the channel did not accept it. */
type Report = (news: EpisodeNews) => Promise<boolean>;

const UNREACHABLE_MS = 60_000;

/** Reports when PostgreSQL goes down and comes back. The outage cannot be recorded, so every API process reports it. */
function createOutageReport(channels: readonly Report[], log: Logger, unreachableMs = UNREACHABLE_MS) {
  const about = { alert: 'database-unreachable', subject: 'postgresql' } as const;
  interface Outage {
    raisedAt: Date;
    /** Null until the outage has lasted long enough. Repeated alerts keep the same facts. */
    facts: Record<string, string> | null;
    waiting: readonly Report[];
  }
  let outage: Outage | null = null;
  let over: Outage | null = null;
  const told = async (news: 'raised' | 'cleared', { raisedAt, facts, waiting }: Outage) => {
    const taken = await Promise.all(waiting.map((report) => report({ ...about, news, facts: facts!, raisedAt })));
    return waiting.filter((_, index) => !taken[index]);
  };

  return {
    /** Reports a failure of PostgreSQL. `why` is a value of `DATABASE_WORDS`. */
    async failed(why: string): Promise<void> {
      over = null;
      outage ??= { raisedAt: new Date(), facts: null, waiting: channels };
      const ms = Date.now() - outage.raisedAt.getTime();
      if (ms < unreachableMs) return;
      if (!outage.facts) {
        outage.facts = { seconds: `${Math.floor(ms / 1_000)}`, why };
        logRaised(log, about.alert, outage.facts);
      }
      outage.waiting = await told('raised', outage);
    },

    async answered(): Promise<void> {
      if (outage?.facts) {
        over = { ...outage, waiting: channels.filter((channel) => !outage!.waiting.includes(channel)) };
        logCleared(log, about.alert);
      }
      outage = null;
      if (!over) return;
      over.waiting = await told('cleared', over);
      if (over.waiting.length === 0) over = null;
    },
  };
}

function logRaised(log: Logger, alert: AlertName, facts: Record<string, string>): void {
  const { title, severity, runbook } = alertTexts(alert, facts);
  log.error({ ...facts, alert, severity, runbook }, `ALERT: ${title}`);
}

function logCleared(log: Logger, alert: AlertName): void {
  log.warn({ alert, cleared: true }, `alert cleared: ${alert}`);
}
