import { createFairGate } from '../../base/fair-gate';
import { createTaskThread } from '../../base/task-thread';
import type { PageAnswer, PageTask, RobotsAnswer, RobotsTask } from './reading-thread';

/** Time limit of one task. A two-megabyte PDF takes about one second. */
const TASK_MS = 6_000;
const MEMORY_MB = 256;
/**
 * Number of threads for pages, and also for robots.txt: one more than a single owner may use. If they shared threads,
 * the pages of a hostile run could delay robots.txt checks, and the pages of other runs would count as unreachable.
 */
const THREADS = 2;

/** Reads untrusted content in separate threads, fairly between owners. Drops tasks that exceed their limits. */
export interface PageReader {
  /** Finds quotations in the bytes of a page, and takes ownership of the bytes. @throws TaskGivenUp */
  find(owner: string, page: Omit<PageTask, 'kind'>): Promise<PageAnswer>;
  /** Checks a URL against robots.txt rules. @throws TaskGivenUp */
  allows(owner: string, question: Omit<RobotsTask, 'kind'>): Promise<RobotsAnswer>;
  close(): Promise<void>;
}

/** Creates a reader whose threads start with their first tasks. */
export function createPageReader(taskMs = TASK_MS): PageReader {
  const pages = createThreads<PageTask, PageAnswer>(taskMs);
  const robots = createThreads<RobotsTask, RobotsAnswer>(TASK_MS);
  return {
    find: (owner, page) => pages.read(owner, { kind: 'page', ...page }),
    allows: (owner, question) => robots.read(owner, { kind: 'robots', ...question }),
    close: async () => void (await Promise.all([pages.close(), robots.close()])),
  };
}

function createThreads<Task, Answer>(taskMs: number) {
  const script = 'vendors/cited-pages/reading-thread.js';
  const threads = Array.from({ length: THREADS }, () =>
    createTaskThread<Task, Answer>({ script, taskMs, memoryMb: MEMORY_MB, quiet: true }),
  );
  const idle = [...threads];
  const gate = createFairGate({ atOnce: THREADS, perOwner: 1 });

  return {
    read: (owner: string, task: Task): Promise<Answer> =>
      gate.through(owner, async () => {
        // Reuse the last thread, so that a second thread starts only if two owners read at the same time.
        const thread = idle.pop()!;
        try {
          return await thread.run(task);
        } finally {
          idle.push(thread);
        }
      }),
    close: () => Promise.all(threads.map((thread) => thread.close())),
  };
}
