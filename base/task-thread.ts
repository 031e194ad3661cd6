import { join } from 'node:path';
import { Worker, parentPort } from 'node:worker_threads';
import { PACKAGE_ROOT } from './package-root';

/** The thread crashed, timed out or was closed before the task ended. */
export class TaskGivenUp extends Error {}

export class TooManyTasks extends Error {}

export interface TaskThreadOptions {
  /** The thread's built script under `dist/`. Threads run built JavaScript even if this code runs from TypeScript. */
  script: string;
  /** Timeout of one task in milliseconds, from when the thread is ready and has the task. No timeout by default. */
  taskMs?: number;
  /** Maximum number of tasks, including the running one. Unlimited by default. */
  maxTasks?: number;
  memoryMb?: number;
  /** Discards the output of the thread. */
  quiet?: boolean;
}

/** Thread that runs tasks in sequence (see {@link answerTasks}). docs/decisions/task-threads.md: why no library. */
export interface TaskThread<Task, Result> {
  /**
   * Runs a task.
   * @throws Error with the thread's message if the task failed
   * @throws TaskGivenUp if the thread crashed or was closed; the tasks behind it run in another thread
   * @throws TooManyTasks
   */
  run(task: Task): Promise<Result>;
  /** Ends the thread and gives up all waiting tasks. A later task starts a new thread. */
  close(): Promise<void>;
}

interface Waiting<Task, Result> {
  task: Task;
  resolve(result: Result): void;
  reject(cause: Error): void;
}

/** Startup timeout of a thread, long enough for a busy machine. */
const START_MS = 60_000;

/** Creates a thread that starts with its first task and does not keep the process alive while idle. */
export function createTaskThread<Task, Result>(options: TaskThreadOptions): TaskThread<Task, Result> {
  const { taskMs = Infinity, maxTasks = Infinity } = options;
  const waiting: Waiting<Task, Result>[] = [];
  let worker: Worker | null = null;
  let ready = false;
  let timer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(join(PACKAGE_ROOT, 'dist', options.script), {
      ...(options.memoryMb && { resourceLimits: { maxOldGenerationSizeMb: options.memoryMb } }),
      ...(options.quiet && { stdout: true, stderr: true }),
    });
    ready = false;
    started.on('message', (answer: Answer<Result>) => {
      if (started === worker) take(answer);
    });
    started.on('error', (error) => lose(started, error));
    started.on('exit', () => lose(started, new Error('The thread ended')));
    return started;
  }

  function take(answer: Answer<Result>): void {
    clearTimeout(timer);
    if ('ready' in answer) {
      ready = true;
      hand();
      return;
    }
    const { resolve, reject } = waiting.shift()!;
    if ('error' in answer) reject(new Error(answer.error));
    else resolve(answer.result);
    hand();
  }

  function hand(): void {
    if (waiting.length === 0) {
      worker?.unref();
      return;
    }
    worker ??= start();
    worker.ref();
    const current = worker;
    const limit = ready ? taskMs : START_MS;
    if (limit !== Infinity) {
      timer = setTimeout(() => lose(current, new Error(`It took longer than ${limit} ms`)), limit);
    }
    if (ready) current.postMessage(waiting[0]!.task);
  }

  /** Abandons the running task and terminates its thread. The next task starts a new thread. */
  function lose(lost: Worker, cause: Error): void {
    if (lost !== worker) return;
    clearTimeout(timer);
    worker = null;
    void lost.terminate();
    waiting.shift()?.reject(new TaskGivenUp('The task was given up', { cause }));
    hand();
  }

  return {
    run(task) {
      if (waiting.length >= maxTasks) return Promise.reject(new TooManyTasks(`${maxTasks} tasks wait already`));
      return new Promise((resolve, reject) => {
        waiting.push({ task, resolve, reject });
        if (waiting.length === 1) hand();
      });
    },
    async close() {
      clearTimeout(timer);
      const ended = worker;
      worker = null;
      for (const { reject } of waiting.splice(0)) reject(new TaskGivenUp('The thread was closed'));
      await ended?.terminate();
    },
  };
}

/** Message from a thread to `task-thread.ts`: either the thread is ready, or its task has ended. */
export type Answer<Result> = { ready: true } | { result: Result } | { error: string };

/** Runs tasks in the calling thread and reports results. Call it once per thread. `after` runs after each task. */
export function answerTasks<Task, Result>(
  perform: (task: Task) => Result | Promise<Result>,
  after: () => Promise<void> = () => Promise.resolve(),
): void {
  const answer = (message: Answer<Result>) => parentPort!.postMessage(message);
  let done = Promise.resolve();
  parentPort?.on('message', (task: Task) => {
    done = done
      .then(() => perform(task))
      .then(
        (result) => answer({ result }),
        (error: unknown) => answer({ error: String(error) }),
      )
      .then(after);
  });
  if (parentPort) answer({ ready: true });
}
