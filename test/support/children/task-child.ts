/** Worker thread for the tests of `base/task-thread.ts`. */
import { threadId } from 'node:worker_threads';
import { answerTasks } from '../../../base/task-thread';

/** Tells the thread to return its ID, fail, hang, or exit. */
export type ChildTask = 'answer' | 'fail' | 'hang' | 'exit';

// Makes startup take longer than a task's time limit.
Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(process.env.TASK_CHILD_STARTS_MS ?? 0));

answerTasks((task: ChildTask): number | Promise<never> => {
  if (task === 'fail') throw new Error('this task cannot be done');
  if (task === 'exit') process.exit();
  return task === 'hang' ? new Promise<never>(() => undefined) : threadId;
});
