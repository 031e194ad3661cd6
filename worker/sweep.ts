import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../prisma/client';
import type { ResearchAgents } from '../providers/agents/research-agents';
import { purgeExpiredRecords } from '../store/idempotency';
import { purgeLinks } from '../store/account-links';
import { purgeSessions } from '../store/account-sessions';
import { purgeUnconfirmed } from '../store/advance-scan';
import { recordDrift } from '../store/provisioned-agents';
import { endOverdueRuns } from '../store/runs/end-run';
import { purgeOutbox } from './relay';

/** Looks, every `intervalMs` until `signal` aborts, for what no workflow took care of: overdue runs, drift, old rows. */
export async function runSweep(
  db: Database,
  agents: ResearchAgents,
  options: { agentName: string; intervalMs: number; keepUnconfirmedMs: number; log: Logger; signal: AbortSignal },
): Promise<void> {
  const { agentName, intervalMs, keepUnconfirmedMs, log, signal } = options;
  const steps = {
    'overdue runs': async () => {
      const ended = await endOverdueRuns(db, 500);
      if (ended.length > 0) log.warn({ runs: ended }, 'overdue runs were ended by the sweep');
    },
    drift: async () => {
      const status = await agents.drift().then(
        (drift) => drift.status,
        () => 'unknown' as const,
      );
      await recordDrift(db, agentName, status);
    },
    outbox: () => purgeOutbox(db),
    'idempotency records': () => purgeExpiredRecords(db, 10_000),
    'unconfirmed scans': () => purgeUnconfirmed(db, keepUnconfirmedMs, 1_000),
    'links and sessions': () => Promise.all([purgeLinks(db, 1_000), purgeSessions(db, 1_000)]),
  };
  while (!signal.aborted) {
    for (const [name, step] of Object.entries(steps)) {
      await step().catch((error: unknown) => log.warn({ err: error }, `sweep of ${name} failed`));
    }
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}
