import type { RunStatus } from '../../contracts/runs';
import { seconds } from '../report';
import type { Shown } from './follow-run';

const WIDTH = 30;

/**
 * Progress of a search on a stream: one bar that grows with each settled candidate. On a terminal it is redrawn in place;
 * elsewhere a line is written for each change.
 */
export function candidateBar(stream: NodeJS.WritableStream, terminal: boolean): Shown {
  const began = performance.now();
  let shown = '';
  return {
    update(run) {
      const line = `  ${barOf(run)} ${told(run)}`;
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

function told({ stage, status, progress: { done, total } }: RunStatus): string {
  if (stage === 'queued') return 'waiting in the queue';
  if (stage === 'researching') return `${done} of ${total} candidates`;
  if (stage === 'validating') return 'ranking the candidates';
  return stage === 'rendering' ? 'rendering the dossier' : status;
}
