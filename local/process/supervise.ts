import { setTimeout as pause } from 'node:timers/promises';
import { launch, type Exit, type Launched, type Program } from './launch';

/** Where the output of children and the supervisor's own remarks go. */
export interface Output {
  /** One line that a child printed. */
  line: (name: string, text: string) => void;
  /** A remark of the supervisor, such as a restart. */
  note: (text: string) => void;
}

/** A program, when it counts as ready, and what happens when it dies. */
export interface Duty {
  name: string;
  program: Program;
  /** Resolves once the program can be used. Sees its output by `lines`; the signal aborts when the program is gone. */
  ready: (lines: Lines, signal: AbortSignal) => Promise<unknown>;
  readyWithinMs: number;
  /** Start it again when it dies after it was ready. */
  restart: boolean;
  /** Makes way before each start, such as ending what a killed guard left behind. */
  clear?(): Promise<unknown>;
  /** Called after each start, once the program is ready and its new process id is known. */
  onReady?: () => void;
}

/** The output of a child, to wait for a certain line. */
export interface Lines {
  /** The first line, now or later, for which `pick` gives something. */
  find: <T>(pick: (line: string) => T | undefined) => Promise<T>;
}

/** A program under supervision. */
export interface Supervised {
  name: string;
  /** Its process id; that of the last one while it is being restarted. */
  pid: () => number;
  /** Stops it for good; resolves when no process is left. Safe to call twice. */
  stop: () => Promise<void>;
  /** Kills it at once, for an impatient second Ctrl-C. */
  kill: () => void;
}

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 10_000;
const STEADY_MS = 30_000;
const TAIL_LINES = 15;

/**
 * Starts a program, waits until it is ready, and from then on starts it again whenever it dies, at growing distances (a quarter of
 * a second to ten seconds, from the beginning again after half a minute of steady running).
 *
 * @throws Error it died or was not ready in time at its first start; the message ends with its last lines of output
 */
export async function supervise(duty: Duty, output: Output, signal?: AbortSignal): Promise<Supervised> {
  let stopping = false;
  const over = new AbortController();
  let current = await begin(duty, output, signal);
  duty.onReady?.();

  const watch = async () => {
    let backoffMs = FIRST_BACKOFF_MS;
    for (;;) {
      const startedAt = Date.now();
      const exit = await current.exited;
      if (stopping || !duty.restart) return;
      if (Date.now() - startedAt > STEADY_MS) backoffMs = FIRST_BACKOFF_MS;
      output.note(`${duty.name} ended (${told(exit)}); starting it again in ${backoffMs} ms`);
      await pause(backoffMs, undefined, { signal: over.signal }).catch(() => undefined);
      backoffMs = Math.min(backoffMs * 2, LONGEST_BACKOFF_MS);
      if (stopping) return;
      const next = await beginAgain(duty, output, over.signal);
      if (next) current = next;
      if (next) duty.onReady?.();
    }
  };
  const watching = watch();

  return {
    name: duty.name,
    pid: () => current.pid,
    kill: () => current.kill(),
    stop: async () => {
      stopping = true;
      over.abort();
      await current.stop();
      await watching;
      await current.stop();
    },
  };
}

async function beginAgain(duty: Duty, output: Output, signal: AbortSignal): Promise<Launched | null> {
  try {
    const next = await begin(duty, output, signal);
    output.note(`${duty.name} is back (process ${next.pid})`);
    return next;
  } catch (error) {
    if (!signal.aborted) output.note((error as Error).message);
    return null;
  }
}

async function begin(duty: Duty, output: Output, signal?: AbortSignal): Promise<Launched> {
  signal?.throwIfAborted();
  await duty.clear?.();
  const lines = collect();
  const launched = await launch(duty.program, (text) => {
    lines.add(text);
    output.line(duty.name, text);
  });
  try {
    await readyOrGone(duty, launched, lines, signal);
    return launched;
  } catch (error) {
    await launched.stop();
    signal?.throwIfAborted();
    const tail = lines.tail().map((text) => `\n  ${text}`);
    throw new Error(`${duty.name} did not start: ${(error as Error).message}${tail.join('')}`, { cause: error });
  }
}

async function readyOrGone(duty: Duty, launched: Launched, lines: Lines, outer?: AbortSignal): Promise<void> {
  const gone = new AbortController();
  const signal = outer ? AbortSignal.any([gone.signal, outer]) : gone.signal;
  const late = pause(duty.readyWithinMs, undefined, { signal }).then(() => {
    throw new Error(`not ready within ${duty.readyWithinMs / 1000} s`);
  });
  const died = launched.exited.then((exit) => {
    throw new Error(told(exit));
  });
  const ready = duty.ready(lines, signal);
  try {
    await Promise.race([ready, late, died]);
  } finally {
    gone.abort();
    for (const loser of [ready, late, died]) loser.catch(() => undefined);
  }
}

function told({ code, signal }: Exit): string {
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
        const look = (line: string) => {
          const found = pick(line);
          if (found === undefined) return false;
          waiting.delete(look);
          resolve(found);
          return true;
        };
        if (!kept.some(look)) waiting.add(look);
      });
    },
  };
}
