import { pino } from 'pino';
import { AGENT_NAME } from '../../contracts/agent';
import type { ResearchAgents } from '../../contracts/research-agents';
import type { Database } from '../../prisma/client';
import { createLiveness } from '../../platform/liveness';
import { runSweep } from '../../worker/sweep';

/** Options of the worker's sweep in tests, without those that each test chooses. */
export const SWEEPING = {
  agentName: AGENT_NAME,
  keepUnconfirmedMs: 30 * 24 * 3_600_000,
  scans: {
    scanConfirmationMs: 3 * 24 * 3_600_000,
    scanDeadlineMs: 60_000,
    maxRepairs: 3,
    heartbeatTimeoutMs: 2_000,
    stepTimeoutMs: 40_000,
  },
  database: { failed: () => undefined, answered: () => undefined },
  log: pino({ level: 'silent' }),
  begunErasures: () => Promise.resolve([]),
  isCurrent: () => Promise.resolve(true),
} satisfies Partial<Parameters<typeof runSweep>[2]>;

/** Sweeps as the worker does, until `stop`, which resolves when the last pass has ended; counts the passes it completed. */
export function startSweeping(db: Database, agents: ResearchAgents, intervalMs: number, lateAfterMs = 60_000) {
  const stopping = new AbortController();
  const liveness = createLiveness();
  const { completed, moved } = liveness.watch('sweep', lateAfterMs);
  let passes = 0;
  const watch = { moved, completed: () => (passes++, completed()) };
  const sweeping = runSweep(db, agents, { ...SWEEPING, intervalMs, signal: stopping.signal, watch });
  return {
    liveness,
    passes: () => passes,
    async stop(): Promise<void> {
      stopping.abort();
      await sweeping;
    },
  };
}
