import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { built } from '../../local/programs';

/** A built program of test/support/children that serves this process until it ends, and does not keep it. */
export interface KeptChild {
  /** Sends a message, if there is one, and waits for the next of the child. @throws Error where the child ends instead */
  ask<T>(message?: object): Promise<T>;
  kill(): void;
}

/** Starts `test/support/children/<name>`, which ends where its parent has ended. */
export function keepChild(name: string): KeptChild {
  const child = fork(built(`test/support/children/${name}`));
  keep(child, false);
  return {
    async ask<T>(message?: object) {
      keep(child, true);
      const done = new AbortController();
      const answered = once(child, 'message', done) as Promise<[T]>;
      const ended = once(child, 'exit', done).then(() => {
        throw new Error(`The process of ${name} ended.`);
      });
      if (message) child.send(message);
      const [answer] = await Promise.race([answered, ended]);
      done.abort();
      await ended.catch(() => undefined);
      keep(child, false);
      return answer;
    },
    kill: () => void child.kill(),
  };
}

function keep(child: ChildProcess, kept: boolean): void {
  child[kept ? 'ref' : 'unref']();
  child.channel?.[kept ? 'ref' : 'unref']();
}
