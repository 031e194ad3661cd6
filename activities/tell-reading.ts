import { log } from '@temporalio/activity';
import type { TimelineDetails } from '../contracts/timeline';
import type { Database } from '../prisma/client';
import { addEntry } from '../store/runs/timeline';

/** What a session has read so far. */
export type Reading = TimelineDetails['reading'];

/** Interval in which the timeline hears of a session: each time is a write, and wakes whoever watches the run. */
const TELL_MS = 20_000;

/**
 * Tells the timeline of a run what its session has read, when that has changed, every {@link TELL_MS} and once more
 * when it stops. Best effort: research goes on where the timeline cannot be told.
 */
export function tellReading(
  db: Database,
  research: { runId: string; candidateId: string | null },
  reading: () => Reading,
): { stop(): Promise<void> } {
  let told: Reading = { searches: 0, pages: 0 };
  let telling = Promise.resolve();
  const tellNow = async () => {
    const now = reading();
    if (now.searches === told.searches && now.pages === told.pages) return;
    try {
      await addEntry(db.pool, research, { key: '', kind: 'reading', detail: now });
      told = now;
    } catch (error) {
      log.warn('the timeline was not told', { ...research, error: String(error) });
    }
  };
  const tell = () => (telling = telling.then(tellNow));
  const timer = setInterval(() => void tell(), TELL_MS);
  return {
    stop() {
      clearInterval(timer);
      return tell();
    },
  };
}
