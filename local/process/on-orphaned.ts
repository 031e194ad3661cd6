const CHECK_EVERY_MS = 500;

/**
 * Calls `act` once when the npm that started this process is gone without having passed a signal on: npm signals its shell, and
 * not every shell hands that to the program it waits for. Does nothing for a process that npm did not start, which may outlive its
 * parent on purpose.
 */
export function onOrphaned(act: () => void, env: NodeJS.ProcessEnv = process.env): void {
  if (!env.npm_lifecycle_event) return;
  const parent = process.ppid;
  const check = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(check);
    act();
  }, CHECK_EVERY_MS);
  check.unref();
}
