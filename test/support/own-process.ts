import { createWriteStream, type WriteStream } from 'node:fs';
import { launch, type Launched, type Program } from '../../local/process/launch';
import { eventually } from './eventually';

const STARTS_WITHIN_MS = 90_000;
/**
 * Number of lines of a crashed process's output to show: enough to include the top of a native stack trace, which names
 * the cause.
 */
const LAST_LINES = 60;
/**
 * Node 20 can crash with this message after a long pause. The workflow watchdog of Temporal's SDK (five seconds, not
 * configurable) interrupts a script, which corrupts Node's async hooks stack. Not counted as a crash.
 */
const PAUSED_TOO_LONG = 'FailWithCorruptedAsyncStack';
const LINE_CHARACTERS = 500;

/** One of our programs, which can be killed and restarted; it exits with the process that started it. */
export class OwnProcess {
  private current: Launched | null = null;
  private lines: string[] = [];
  private readonly log: WriteStream | null;
  readonly crashes: string[] = [];

  /** If there is a `logFile`, a crash at startup does not throw: the test continues and checks `crashes` at its end. */
  constructor(
    readonly name: string,
    private readonly program: Program,
    private readonly options: { logFile?: string; readySign?: string; startsWithinMs?: number } = {},
  ) {
    this.log = options.logFile === undefined ? null : createWriteStream(options.logFile, { flags: 'a' });
  }

  /** Starts the program and waits until it reports that it is ready. @throws Error with its output if it exits first */
  async start(): Promise<void> {
    const { readySign = '"ready"', startsWithinMs = STARTS_WITHIN_MS } = this.options;
    let ready = false;
    const last: string[] = [];
    this.lines = [];
    const env: NodeJS.ProcessEnv = { PATH: process.env.PATH, HOME: process.env.HOME, ...this.program.env };
    const launched = await launch({ ...this.program, env }, (line) => {
      this.log?.write(`${line}\n`);
      if (ready && (env.LOG_LEVEL === 'trace' || /"level":[456]0/.test(line))) this.lines.push(line);
      last.push(line);
      if (last.length > LAST_LINES) last.shift();
      ready ||= line.includes(readySign);
    });
    this.current = launched;
    void this.noteExit(launched, last);
    await eventually(`${this.name} is ready`, () => ready || this.current !== launched, startsWithinMs);
    if (!ready && !this.log) throw new Error(this.crashes.at(-1) ?? `${this.name} was stopped before it was ready`);
  }

  /** Kills the program, as if its machine had crashed. */
  async kill(): Promise<void> {
    const { current } = this;
    this.current = null;
    current?.kill();
    await current?.exited;
  }

  /** Asks the program to stop, as a deployment does. Returns the exit code. */
  async stop(): Promise<number | null> {
    const { current } = this;
    this.current = null;
    await current?.stop();
    return (await current?.exited)?.code ?? null;
  }

  pid(): number | null {
    return this.current?.pid ?? null;
  }

  running(): boolean {
    return this.current !== null;
  }

  /**
   * Warnings and errors with `text` that were logged once the program was ready. If LOG_LEVEL is `trace`, any output
   * with `text`.
   */
  logged(text: string): string[] {
    return this.lines.filter((line) => line.includes(text));
  }

  private async noteExit(launched: Launched, lastLines: string[]): Promise<void> {
    const { code, signal } = await launched.exited;
    if (this.current !== launched) return;
    this.current = null;
    if (lastLines.some((line) => line.includes(PAUSED_TOO_LONG))) return;
    const last = lastLines.map((line) => line.slice(0, LINE_CHARACTERS)).join('\n');
    this.crashes.push(`${this.name} ended by itself (${signal ?? `exit code ${code}`}):\n${last}`);
  }
}
