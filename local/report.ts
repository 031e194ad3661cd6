import type { Output } from './process/supervise';

export const silent: Output = { line: () => undefined, note: () => undefined };

/** Output of the supervisor: lines from children, messages, and steps with their durations. */
export interface Report extends Output {
  /** Reports the start of a step, then its duration and the `detail` of its result. */
  step: <T>(name: string, work: () => Promise<T>, detail?: (result: T) => string) => Promise<T>;
  plain(text: string): void;
}

const COLORS = [36, 33, 35, 32, 34, 96, 93, 95];
const NAME_WIDTH = 9;

/** Reports to a stream, with a prefix per process. Uses colors if `color` is true. */
export function report(stream: NodeJS.WritableStream, color: boolean): Report {
  const colors = new Map<string, number>();
  const paint = (code: number, text: string) => (color ? `\u001B[${code}m${text}\u001B[0m` : text);
  const write = (text: string) => void stream.write(`${text}\n`);
  const prefix = (name: string) => {
    if (!colors.has(name)) colors.set(name, COLORS[colors.size % COLORS.length]!);
    return paint(colors.get(name)!, `${name.padEnd(NAME_WIDTH)}|`);
  };
  const own = paint(1, `${'local'.padEnd(NAME_WIDTH)}|`);

  return {
    line: (name, text) => text.trim() && write(`${prefix(name)} ${text}`),
    note: (text) => write(text.replaceAll(/^/gm, `${own} `)),
    plain: write,
    async step(name, work, detail) {
      const startedAt = performance.now();
      const time = () => seconds(performance.now() - startedAt);
      write(`${own} ${name} ...`);
      try {
        const result = await work();
        write(`${own} ${paint(32, 'ok')} ${name} (${time()})${detail ? ` ${detail(result)}` : ''}`);
        return result;
      } catch (error) {
        // A part that was stopped because another part failed is healthy, so it is not shown as failed.
        write(`${own} ${isStop(error) ? 'stopped' : paint(31, 'failed')} ${name} (${time()})`);
        throw error;
      }
    },
  };
}

/** Formats a duration: `0.4 s`, `12 s`, `3 min 05 s`. */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

// Abort reasons of jobs that were stopped and did not fail themselves.
const stops = new WeakSet<object>();

/** True if work was stopped because another job failed or the whole start was canceled. */
function isStop(error: unknown): boolean {
  return typeof error === 'object' && error !== null && stops.has(error);
}

/** Runs jobs concurrently. If one fails, aborts the others, and throws the first error once all have ended. */
export async function together<T extends readonly unknown[]>(
  outer: AbortSignal | undefined,
  start: (signal: AbortSignal) => readonly [...{ [K in keyof T]: Promise<T[K]> }],
): Promise<T> {
  const failed = new AbortController();
  outer?.addEventListener('abort', () => stops.add(outer.reason as object), { once: true });
  const jobs: readonly Promise<unknown>[] = start(outer ? AbortSignal.any([failed.signal, outer]) : failed.signal);
  try {
    const results: unknown = await Promise.all(jobs);
    return results as T;
  } catch (error) {
    stops.add(error as object);
    failed.abort(error);
    await Promise.allSettled(jobs);
    throw error;
  }
}
