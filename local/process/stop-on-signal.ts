interface Stoppable {
  stop: () => Promise<void>;
  kill: () => void;
}

/** Stops the parts in order on the first signal, even during the start, and exits with 0. Kills them on the second. */
export function stopOnSignal(abort: AbortController, say: (text: string) => void) {
  let running: Stoppable | null = null;
  const stop = async () => {
    await running?.stop();
    say('stopped');
    process.exit(0);
  };
  const onSignal = (signal: NodeJS.Signals | 'end of npm') => {
    if (abort.signal.aborted) {
      say('stopping immediately');
      running?.kill();
      // Parts that are still starting stop by themselves once their pipes to this process close.
      process.exit(1);
    }
    say(`${signal}: stopping (repeat to stop immediately)`);
    abort.abort(new Error(`stopped by ${signal}`));
    if (running) void stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  onOrphaned(() => !abort.signal.aborted && onSignal('end of npm'));
  // After SIGHUP the terminal may be gone. A failed write must not interrupt the stop.
  process.stdout.on('error', () => undefined);
  return {
    /** Must be called after the start. Stops everything if a signal arrived during the start. */
    async started(value: Stoppable): Promise<void> {
      running = value;
      if (abort.signal.aborted) await stop();
    },
  };
}

const CHECK_EVERY_MS = 500;

/** Calls `act` once if the parent npm process ends without forwarding a signal. */
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
