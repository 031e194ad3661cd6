import { parentPort } from 'node:worker_threads';

/** Message of a thread to its `task-thread.ts`: it is up, or how its task went. */
export type Answer<Result> = { ready: true } | { result: Result } | { error: string };

/** Answers the tasks of the thread that this runs in, in which it is called once. `after` follows each answer. */
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
