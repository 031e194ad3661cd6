import type { RunStatus, Stage } from '../../contracts/runs';
import { seconds } from '../report';

const TOLD: Record<Stage, string> = {
  queued: 'waiting in the queue',
  researching: 'researching',
  validating: 'checking the findings',
  rendering: 'rendering the dossier',
  done: 'done',
};
const TICK_MS = 250;

/** Shows how far a run is: one line a stage, with its time. */
export interface Progress {
  update: (run: RunStatus) => void;
  /** Completes the last line; to be called once, also after a failure. */
  end(): void;
}

/**
 * Progress on a stream. On a terminal the line of the current stage counts its time; elsewhere a line is written when its stage
 * is over.
 */
export function progress(stream: NodeJS.WritableStream, terminal: boolean): Progress {
  let stage: Stage | null = null;
  let since = performance.now();
  const line = (mark: string) => `  ${mark} ${TOLD[stage!].padEnd(24)}${seconds(performance.now() - since)}`;
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
