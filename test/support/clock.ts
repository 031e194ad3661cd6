const Actual = Date;

/** Runs `work` while the clock of this process is ahead by so many milliseconds, or behind; timers keep their pace. */
export async function withClockAhead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const Shifted = new Proxy(Actual, {
    construct: (target, given: unknown[]) =>
      given.length === 0 ? new target(Actual.now() + ms) : (Reflect.construct(target, given) as Date),
    get: (target, name) => (name === 'now' ? () => Actual.now() + ms : (Reflect.get(target, name) as unknown)),
  });
  globalThis.Date = Shifted;
  try {
    return await work();
  } finally {
    globalThis.Date = Actual;
  }
}
