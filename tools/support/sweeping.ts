import { pino } from 'pino';
import { AGENT_NAME } from '../../contracts/agent';
import type { runSweep } from '../../worker/sweep';

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
} satisfies Partial<Parameters<typeof runSweep>[2]>;
