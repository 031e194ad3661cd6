import type { RunStatus } from '../../clients/typescript/src/index';
import { seconds } from '../report';
import type { ProgressView } from './follow-run';

const WIDTH = 30;

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
      const timed = `${line.padEnd(WIDTH + 46)}${seconds(performance.now() - began)}`;
      stream.write(terminal ? `\r\u001B[K${timed}` : `${timed}\n`);
    },
    end() {
      if (terminal && shown) stream.write('\n');
    },
  };
}

function barOf({ progress: { done, total } }: RunStatus): string {
  const filled = Math.round((done / total) * WIDTH);
  return '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
}

function describe({ stage, status, progress: { done, total } }: RunStatus): string {
  if (stage === 'queued') return 'waiting in the queue';
  if (stage === 'researching') return `${done} of ${total} candidates`;
  if (stage === 'validating') return 'ranking the candidates';
  return stage === 'rendering' ? 'rendering the dossier' : status;
}
