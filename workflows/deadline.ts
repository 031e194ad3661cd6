import { CancellationScope, sleep } from '@temporalio/workflow';

/** Calls `passed` after so many milliseconds, unless the returned scope is canceled before. */
export function startDeadline(ms: number, summary: string, passed: () => void): CancellationScope {
  const scope = new CancellationScope();
  void scope
    .run(() => sleep(ms, { summary }))
    .then(passed)
    .catch(() => undefined);
  return scope;
}
