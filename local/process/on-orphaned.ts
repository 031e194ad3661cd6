const CHECK_EVERY_MS = 500;

/**
 * Calls `act` once when the npm that started this process has ended without passing on a signal: npm signals its shell,
 * and not every shell forwards it. Ignores processes that npm did not start, which may outlive their parent on purpose.
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
