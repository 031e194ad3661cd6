import type { Logger } from 'pino';
import type { EpisodeNews } from '../store/alerts/claim-news';
import { logCleared, logRaised } from './log-alert';

/** Reports one piece of news to the second channel; false if it was not taken. */
type Report = (news: EpisodeNews) => Promise<boolean>;

/** Time without an answer of PostgreSQL that is an alert; as DatabaseUnreachable in deploy/alerts.yaml. */
const UNREACHABLE_MS = 60_000;

/**
 * Reports to log and receiver that PostgreSQL is unavailable, and that it is back, each until the receiver took it.
 * No row can say so and no workflow runs: every API process reports for itself, under one name.
 */
export function createOutageReport(report: Report, log: Logger, unreachableMs = UNREACHABLE_MS) {
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

    /** PostgreSQL answered. */
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
