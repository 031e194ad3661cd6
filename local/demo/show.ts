import type { RunStatus, Findings, Portfolio } from '../../clients/typescript/src/types';
import { DIMENSIONS } from '../../modules/findings/contract/findings';
import { dimensionLabel, likelyPay } from '../../modules/findings/verdict-words';
import { isSample } from '../../modules/run-kinds/sandbox';
import { seconds } from '../report';

const STAGE_TEXT: Record<string, string> = {
  queued: 'waiting to start',
  researching: 'researching',
  validating: 'checking the quotes',
  rendering: 'writing the dossier',
  done: 'done',
};
const TICK_MS = 250;
const PROGRESS_WIDTH = 30;

interface ProgressView {
  update: (run: RunStatus) => void;
  /** Ends the current line. Call it once, even after a failure. */
  end(): void;
}

/** Writes one line per stage. On a terminal, the current line shows its elapsed time. */
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

/** Progress bar of a search: redrawn in place on a terminal, otherwise one line per change. */
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
  if (stage === 'queued') return 'waiting to start';
  if (stage === 'researching') return `${done} of ${total} ideas researched`;
  if (stage === 'validating') return 'ranking the ideas';
  return stage === 'rendering' ? 'writing the dossier' : status;
}

const BAR_WIDTH = 20;
const NAME_WIDTH = 16;
const TEXT_WIDTH = 96;
const TITLE_WIDTH = 52;

/** A note that the findings are a sample; empty for real research. */
export function sampleNote(findings: Findings): string[] {
  if (!isSample(findings)) return [];
  return ['This is an example: its scores, names, figures and sources are invented.', ''];
}

export function verdictTable(findings: Findings): string[] {
  const { verdict, dimensions } = findings;
  const rows = DIMENSIONS.map((name) => {
    const { score, confidence, basis } = dimensions[name];
    return row(dimensionLabel(name), score, `${confidence.padEnd(12)}${basis}`);
  });
  return [
    `${verdict.recommendation.toUpperCase()}  ${verdict.score} of 100, ${verdict.confidence} confidence`,
    ...payLine(findings),
    ...wrap(verdict.rationale),
    '',
    `${'Dimension'.padEnd(NAME_WIDTH)}Score ${' '.repeat(BAR_WIDTH)} Confidence  Basis`,
    ...rows,
  ];
}

function payLine(findings: Findings): string[] {
  const pay = likelyPay(findings);
  return pay ? [`${pay.text}.`] : [];
}

export function rankedTable({ ranking, excluded }: Portfolio): string[] {
  const rows = ranking.map(
    ({ rank, score, fit, effort, title }) =>
      `${String(rank).padStart(4)}  ${score.toFixed(1).padStart(5)} ${bar(score)} ${String(fit).padStart(3)}  ${effort.padEnd(6)}  ${short(title)}`,
  );
  const left = excluded.map(({ title, reason }) => `      ${short(title)}: ${plain(reason)}`);
  return [
    `Rank  Score ${' '.repeat(20)} Fit  Effort  Idea`,
    ...rows,
    ...(left.length > 0 ? ['', 'Left out of the ranking', ...left] : []),
  ];
}

function bar(score: number): string {
  const filled = Math.round((Math.min(Math.max(score, 0), 100) / 100) * BAR_WIDTH);
  return '█'.repeat(filled) + '░'.repeat(BAR_WIDTH - filled);
}

function row(name: string, score: number, rest: string): string {
  return `${name.padEnd(NAME_WIDTH)}${String(score).padStart(5)} ${bar(score)} ${rest}`;
}

function wrap(text: string): string[] {
  const lines: string[] = [];
  for (const word of plain(text).split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < TEXT_WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

function short(text: string): string {
  const characters = Array.from(plain(text));
  return characters.length <= TITLE_WIDTH ? characters.join('') : `${characters.slice(0, TITLE_WIDTH - 1).join('')}…`;
}

// Control characters in model output must not reach the terminal.
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
