import type { Findings, Portfolio } from '../../clients/typescript/src/index';
import { DIMENSIONS } from '../../contracts/findings';
import { isSample } from '../../domain/samples';
import { dimensionLabel } from '../../domain/verdict-words';

const BAR_WIDTH = 20;
const NAME_WIDTH = 16;
const TEXT_WIDTH = 96;
const TITLE_WIDTH = 52;

/** Says of a sample that it is one; of research nothing. */
export function sampleNote(findings: Findings): string[] {
  if (!isSample(findings)) return [];
  return ['This is a sample: the scores, names, figures and sources below are invented.', ''];
}

/** Verdict and dimensions as lines of text: score, bar, confidence and basis. */
export function verdictTable({ verdict, dimensions }: Findings): string[] {
  const rows = DIMENSIONS.map((name) => {
    const { score, confidence, basis } = dimensions[name];
    return row(dimensionLabel(name), score, `${confidence.padEnd(12)}${basis}`);
  });
  return [
    `${verdict.recommendation.toUpperCase()}  ${verdict.score} of 100, ${verdict.confidence} confidence`,
    ...wrap(verdict.rationale),
    '',
    `${'Dimension'.padEnd(NAME_WIDTH)}Score ${' '.repeat(BAR_WIDTH)} Confidence  Basis`,
    ...rows,
  ];
}

/** Portfolio as lines of text: rank, score, bar, fit, effort and title, then the excluded candidates. */
export function rankedTable({ ranking, excluded }: Portfolio): string[] {
  const rows = ranking.map(
    ({ rank, score, fit, effort, title }) =>
      `${String(rank).padStart(4)}  ${score.toFixed(1).padStart(5)} ${bar(score)} ${String(fit).padStart(3)}  ${effort.padEnd(6)}  ${short(title)}`,
  );
  const left = excluded.map(({ title, reason }) => `      ${short(title)}: ${plain(reason)}`);
  return [
    `Rank  Score ${' '.repeat(20)} Fit  Effort  Idea`,
    ...rows,
    ...(left.length > 0 ? ['', 'Not ranked', ...left] : []),
  ];
}

/** Fixed-width bar for a score from 0 to 100. */
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

// Control characters of a model's text must not reach the terminal.
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
