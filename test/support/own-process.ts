import { createWriteStream, type WriteStream } from 'node:fs';
import { launch, ours, type Launched } from '../../local/process/launch';
import { eventually } from './eventually';

const STARTS_WITHIN_MS = 90_000;
const STOPS_WITHIN_MS = 15_000;

/** One of our programs, killed and started again by a campaign or drill; it ends with the process that started it. */
export class OwnProcess {
  private current: Launched | null = null;
  private readonly log: WriteStream;
  /** Exits that nobody asked for, in words. */
  readonly crashes: string[] = [];

  constructor(
    readonly name: string,
    /** Path of its JavaScript. */
    private readonly script: string,
    private readonly env: NodeJS.ProcessEnv,
    logFile: string,
  ) {
    this.log = createWriteStream(logFile, { flags: 'a' });
  }

  /** Starts it and waits until it reports that it is ready. */
  async start(): Promise<void> {
    let ready = false;
    let last = '';
    const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...this.env };
    const launched = await launch(ours(this.script, env, STOPS_WITHIN_MS), (line) => {
      this.log.write(`${line}\n`);
      last = line;
      ready ||= line.includes('"ready"');
    });
    this.current = launched;
    void this.noteExit(launched, () => last);
    await eventually(`${this.name} is ready`, () => ready || this.current !== launched, STARTS_WITHIN_MS);
  }

  /** Kills it as a crash of its machine would. */
  async kill(): Promise<void> {
    const { current } = this;
    this.current = null;
    current?.kill();
    await current?.exited;
  }

  /** Asks it to stop, as a deployment does. */
  async stop(): Promise<void> {
    const { current } = this;
    this.current = null;
    await current?.stop();
  }

  pid(): number | null {
    return this.current?.pid ?? null;
  }

  running(): boolean {
    return this.current !== null;
  }

  private async noteExit(launched: Launched, lastLine: () => string): Promise<void> {
    const { code, signal } = await launched.exited;
    if (this.current !== launched) return;
    this.current = null;
    this.crashes.push(`${this.name} ended by itself (${signal ?? `exit code ${code}`}): ${lastLine().slice(0, 500)}`);
  }
}
