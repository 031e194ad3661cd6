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
const PROGRESS_WIDTH = 30;

/** Progress display of a run. */
interface ProgressView {
  update: (run: RunStatus) => void;
  /** Completes the last line; call it once, even after a failure. */
  end(): void;
}

/**
 * Writes progress to a stream. On a terminal the current stage counts up; elsewhere each stage is written when it ends.
 */
export function progress(stream: NodeJS.WritableStream, terminal: boolean): ProgressView {
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

/**
 * Progress bar of a search, which grows with each settled candidate. Redrawn in place on a terminal; elsewhere one line
 * per change.
 */
export function candidateBar(stream: NodeJS.WritableStream, terminal: boolean): ProgressView {
  const began = performance.now();
  let shown = '';
  return {
    update(run) {
      const line = `  ${barOf(run)} ${describe(run)}`;
      if (line === shown) return;
      shown = line;
      const timed = `${line.padEnd(PROGRESS_WIDTH + 46)}${seconds(performance.now() - began)}`;
      stream.write(terminal ? `\r\u001B[K${timed}` : `${timed}\n`);
    },
    end() {
      if (terminal && shown) stream.write('\n');
    },
  };
}

function barOf({ progress: { done, total } }: RunStatus): string {
  const filled = Math.round((done / total) * PROGRESS_WIDTH);
  return '█'.repeat(filled) + '░'.repeat(PROGRESS_WIDTH - filled);
}

function describe({ stage, status, progress: { done, total } }: RunStatus): string {
  if (stage === 'queued') return 'waiting in the queue';
  if (stage === 'researching') return `${done} of ${total} candidates`;
  if (stage === 'validating') return 'ranking the candidates';
  return stage === 'rendering' ? 'rendering the dossier' : status;
}
