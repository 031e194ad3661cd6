import type { RunStatus } from '../../clients/typescript/src/index';
import { seconds } from '../report';

const STAGE_TEXT: Record<string, string> = {
  queued: 'waiting in the queue',
  researching: 'researching',
  validating: 'checking the findings',
  rendering: 'rendering the dossier',
  done: 'done',
};
const TICK_MS = 250;

/** Progress display of a run: one line per stage, with its duration. */
export interface Progress {
  update: (run: RunStatus) => void;
  /** Completes the last line; call it once, even after a failure. */
  end(): void;
}

/**
 * Writes progress to a stream. On a terminal the current stage counts up; elsewhere each stage is written when it ends.
 */
export function progress(stream: NodeJS.WritableStream, terminal: boolean): Progress {
  let stage: string | null = null;
  let since = performance.now();
  const line = (mark: string) =>
    `  ${mark} ${(STAGE_TEXT[stage!] ?? stage!).padEnd(24)}${seconds(performance.now() - since)}`;
  const redraw = () => stage && stage !== 'done' && stream.write(`\r\u001B[K${line('…')}`);
  const clock = terminal ? setInterval(redraw, TICK_MS) : null;
  const finish = (mark: string) => {
    if (stage && stage !== 'done') stream.write(terminal ? `\r\u001B[K${line(mark)}\n` : `${line(mark)}\n`);
  };
  return {
    update(run) {
      if (run.stage === stage) return;
      finish('✓');
      stage = run.stage;
      since = performance.now();
      if (terminal) redraw();
    },
    end() {
      if (clock) clearInterval(clock);
      finish('✗');
      stage = null;
    },
  };
}
