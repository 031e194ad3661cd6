import type { Output } from './process/supervise';

/** An output that shows nothing. */
export const silent: Output = { line: () => undefined, note: () => undefined };

/** The output of the supervisor: lines of children, remarks, and steps with their time. */
export interface Report extends Output {
  /** Shows that a step began, and when it is done how long it took; what `work` returns as `detail` stands behind it. */
  step: <T>(name: string, work: () => Promise<T>, detail?: (result: T) => string) => Promise<T>;
  /** Text as it is, such as the banner. */
  plain(text: string): void;
}

const COLOURS = [36, 33, 35, 32, 34, 96, 93, 95];
const NAME_WIDTH = 9;

/** A report to a stream: one prefix a process, in colour where `colour` is true. */
export function report(stream: NodeJS.WritableStream, colour: boolean): Report {
  const paints = new Map<string, number>();
  const paint = (code: number, text: string) => (colour ? `\u001B[${code}m${text}\u001B[0m` : text);
  const write = (text: string) => void stream.write(`${text}\n`);
  const prefix = (name: string) => {
    if (!paints.has(name)) paints.set(name, COLOURS[paints.size % COLOURS.length]!);
    return paint(paints.get(name)!, `${name.padEnd(NAME_WIDTH)}|`);
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
        write(`${own} ${paint(31, 'failed')} ${name} (${time()})`);
        throw error;
      }
    },
  };
}

/** A duration for people: `0.4 s`, `12 s`, `3 min 05 s`. */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const whole = Math.round(ms / 1000);
  if (whole < 60) return `${whole} s`;
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}
