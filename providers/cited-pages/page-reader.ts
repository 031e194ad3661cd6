import { createTaskThread } from '../../platform/task-thread';
import type { PageAnswer, PageTask, RobotsAnswer, RobotsTask } from './reading-thread';

/** Longest time for one task: a PDF of two megabytes takes about one second. */
const TASK_MS = 6_000;
const MEMORY_MB = 256;

/** Reads pages in a thread of its own; what exceeds its bounds is given up, and hostile input stops nothing else. */
export interface PageReader {
  /**
   * Looks for quotations in the bytes of a page, which are handed over.
   *
   * @throws TaskGivenUp
   */
  find(page: Omit<PageTask, 'kind'>): Promise<PageAnswer>;
  /**
   * Asks rules of robots.txt about an address.
   *
   * @throws TaskGivenUp
   */
  allows(question: Omit<RobotsTask, 'kind'>): Promise<RobotsAnswer>;
  close(): Promise<void>;
}

/** Creates a reader that starts with its first page. */
export function createPageReader(taskMs = TASK_MS): PageReader {
  const script = 'providers/cited-pages/reading-thread.js';
  const pages = createTaskThread<PageTask | RobotsTask, PageAnswer | RobotsAnswer>({
    script,
    taskMs,
    memoryMb: MEMORY_MB,
    quiet: true,
  });
  return {
    find: (page) => pages.run({ kind: 'page', ...page }) as Promise<PageAnswer>,
    allows: (question) => pages.run({ kind: 'robots', ...question }) as Promise<RobotsAnswer>,
    close: () => pages.close(),
  };
}
