import type { Portfolio } from '../../clients/typescript/src/index';
import { bar } from './verdict-table';

const TITLE_WIDTH = 52;

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

function short(text: string): string {
  const characters = Array.from(plain(text));
  return characters.length <= TITLE_WIDTH ? characters.join('') : `${characters.slice(0, TITLE_WIDTH - 1).join('')}…`;
}

// Control characters of a model's text must not reach the terminal.
function plain(text: string): string {
  return text.replaceAll(/\p{Cc}+/gu, ' ');
}
