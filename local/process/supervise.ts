import { setTimeout as pause } from 'node:timers/promises';
import { launch, type Exit, type Launched, type Program } from './launch';

/** Receives the output of children and messages of the supervisor. */
export interface Output {
  line: (name: string, text: string) => void;
  note: (text: string) => void;
}

export interface Service {
  name: string;
  program: Program;
  /** Resolves once the program is ready. `lines` is the program's output. `signal` aborts when the program ends. */
  ready: (lines: Lines, signal: AbortSignal) => Promise<unknown>;
  readyWithinMs: number;
  restart: boolean;
  /** Runs before each start, for example to end what a killed guard left behind. */
  cleanUp?(): Promise<unknown>;
  /** Called after each start, once the program is ready and its new process id is known. */
  onReady?: () => void;
}

/** Output of a child, searched by `find`. */
export interface Lines {
  /** Calls `pick` for past and future lines, and resolves with its first defined result. */
  find: <T>(pick: (line: string) => T | undefined) => Promise<T>;
}

export interface Supervised {
  name: string;
  /** Process id. During a restart, this is still the id of the previous process. */
  pid: () => number;
  /** Stops the process and immediately starts it again, for example after a rebuild. */
  restart: () => Promise<void>;
  /** Stops the process permanently; resolves when no process is left. Idempotent. */
  stop: () => Promise<void>;
  kill: () => void;
}

const FIRST_BACKOFF_MS = 250;
/** Backoff and start together must take less than 12 s, the time in which `npm run cluster` replaces a dead process. */
const LONGEST_BACKOFF_MS = 5_000;
const STEADY_MS = 30_000;
const TAIL_LINES = 15;
const FIRST_STARTS = 3;
const PORT_IN_USE = /EADDRINUSE|address already in use/i;

/**
 * Starts a program, and restarts it 250 ms to 5 s after it dies.
 * @throws Error with its last lines of output if the first start fails
 */
export async function supervise(service: Service, output: Output, signal?: AbortSignal): Promise<Supervised> {
  let stopping = false;
  let restarting = false;
  const stopped = new AbortController();
  let current = await firstStart(service, output, signal);
  service.onReady?.();

  const watch = async () => {
    let backoffMs = FIRST_BACKOFF_MS;
    for (;;) {
      const startedAt = Date.now();
      const exit = await current.exited;
      if (stopping || !service.restart) return;
      if (Date.now() - startedAt > STEADY_MS) backoffMs = FIRST_BACKOFF_MS;
      if (!restarting) {
        output.note(`${service.name} ended (${describeExit(exit)}); restarting in ${backoffMs} ms`);
        await pause(backoffMs, undefined, { signal: stopped.signal }).catch(() => undefined);
        backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
      }
      restarting = false;
      if (stopping) return;
      const next = await restart(service, output, stopped.signal);
      if (next) current = next;
      if (next) service.onReady?.();
    }
  };
  const watching = watch();

  return {
    name: service.name,
    pid: () => current.pid,
    kill: () => current.kill(),
    restart: async () => {
      restarting = true;
      await current.stop();
    },
    stop: async () => {
      stopping = true;
      stopped.abort();
      await current.stop();
      await watching;
      await current.stop();
    },
  };
}

/** Tries the first start up to three times if a port is in use, because Temporal's server picks some ports itself. */
async function firstStart(service: Service, output: Output, signal?: AbortSignal): Promise<Launched> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await start(service, output, signal);
    } catch (error) {
      if (attempt === FIRST_STARTS || !PORT_IN_USE.test((error as Error).message)) throw error;
      output.note(`${service.name}: a port is in use; restarting`);
      await pause(FIRST_BACKOFF_MS * attempt, undefined, { ...(signal && { signal }) });
    }
  }
}

async function restart(service: Service, output: Output, signal: AbortSignal): Promise<Launched | null> {
  try {
    const next = await start(service, output, signal);
    output.note(`${service.name} is back (process ${next.pid})`);
    return next;
  } catch (error) {
    if (!signal.aborted) output.note((error as Error).message);
    return null;
  }
}

async function start(service: Service, output: Output, signal?: AbortSignal): Promise<Launched> {
  signal?.throwIfAborted();
  await service.cleanUp?.();
  const lines = collect();
  const launched = await launch(service.program, (text) => {
    lines.add(text);
    output.line(service.name, text);
  });
  try {
    await awaitReady(service, launched, lines, signal);
    return launched;
  } catch (error) {
    await launched.stop();
    signal?.throwIfAborted();
    const tail = lines.tail().map((text) => `\n  ${text}`);
    throw new Error(`${service.name} did not start: ${(error as Error).message}${tail.join('')}`, { cause: error });
  }
}

async function awaitReady(service: Service, launched: Launched, lines: Lines, outer?: AbortSignal): Promise<void> {
  const ended = new AbortController();
  const signal = outer ? AbortSignal.any([ended.signal, outer]) : ended.signal;
  const late = pause(service.readyWithinMs, undefined, { signal }).then(() => {
    throw new Error(`not ready within ${service.readyWithinMs / 1000} s`);
  });
  const died = launched.exited.then((exit) => {
    throw new Error(describeExit(exit));
  });
  const ready = service.ready(lines, signal);
  try {
    await Promise.race([ready, late, died]);
  } finally {
    ended.abort();
    for (const loser of [ready, late, died]) loser.catch(() => undefined);
  }
}

function describeExit({ code, signal }: Exit): string {
  return signal ? `ended by ${signal}` : `exit code ${code}`;
}

function collect(): Lines & { add(line: string): void; tail(): string[] } {
  let kept: string[] = [];
  const waiting = new Set<(line: string) => void>();
  return {
    tail: () => kept.slice(-TAIL_LINES),
    add(line) {
      kept = [...kept.slice(-200), line];
      for (const listener of waiting) listener(line);
    },
    find<T>(pick: (line: string) => T | undefined) {
      return new Promise<T>((resolve) => {
        const watcher = (line: string) => {
          const found = pick(line);
          if (found === undefined) return false;
          waiting.delete(watcher);
          resolve(found);
          return true;
        };
        if (!kept.some(watcher)) waiting.add(watcher);
      });
    },
  };
}

/** Runs a program until it exits. @throws Error with its last lines of output unless the exit code is 0 */
export async function runToEnd(name: string, program: Program, output: Output, signal?: AbortSignal): Promise<void> {
  signal?.throwIfAborted();
  let tail: string[] = [];
  const launched = await launch(program, (line) => {
    tail = [...tail, line].slice(-15);
    output.line(name, line);
  });
  const stop = () => void launched.stop();
  signal?.addEventListener('abort', stop, { once: true });
  const exit = await launched.exited;
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (exit.code !== 0)
    throw new Error(`${name} failed (${exit.signal ?? `exit code ${exit.code}`})\n${tail.join('\n')}`);
}
