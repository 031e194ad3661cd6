import { createFairGate } from '../../platform/fair-gate';
import { createTaskThread, type TaskThread } from '../../platform/task-thread';
import type { PageAnswer, PageTask, RobotsAnswer, RobotsTask } from './reading-thread';

/** Longest time for one task: a PDF of two megabytes takes about one second. */
const TASK_MS = 6_000;
const MEMORY_MB = 256;
/** One more than an owner may occupy: what takes its pages six seconds each leaves a thread to all others. */
const THREADS = 2;

/**
 * Reads what strangers wrote in threads of its own, the tasks of each owner one after another and owners in turns; what
 * exceeds its bounds is given up, and hostile input stops nothing else.
 */
export interface PageReader {
  /**
   * Looks for quotations in the bytes of a page, which are handed over.
   *
   * @throws TaskGivenUp
   */
  find(owner: string, page: Omit<PageTask, 'kind'>): Promise<PageAnswer>;
  /**
   * Asks rules of robots.txt about an address.
   *
   * @throws TaskGivenUp
   */
  allows(owner: string, question: Omit<RobotsTask, 'kind'>): Promise<RobotsAnswer>;
  close(): Promise<void>;
}

type Task = PageTask | RobotsTask;
type Threads = TaskThread<Task, PageAnswer | RobotsAnswer>[];

/** Creates a reader whose threads start with their first tasks. */
export function createPageReader(taskMs = TASK_MS): PageReader {
  const script = 'providers/cited-pages/reading-thread.js';
  const threads: Threads = Array.from({ length: THREADS }, () =>
    createTaskThread({ script, taskMs, memoryMb: MEMORY_MB, quiet: true }),
  );
  const idle = [...threads];
  const gate = createFairGate({ atOnce: THREADS, perOwner: 1 });

  const read = (owner: string, task: Task) =>
    gate.through(owner, async () => {
      // The one that was used last: a second starts only where two owners read at the same time.
      const thread = idle.pop()!;
      try {
        return await thread.run(task);
      } finally {
        idle.push(thread);
      }
    });

  return {
    find: (owner, page) => read(owner, { kind: 'page', ...page }) as Promise<PageAnswer>,
    allows: (owner, question) => read(owner, { kind: 'robots', ...question }) as Promise<RobotsAnswer>,
    close: async () => void (await Promise.all(threads.map((thread) => thread.close()))),
  };
}
