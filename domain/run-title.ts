import { askedOf, kindOf } from './run-kinds';

const MAX_TITLE = 90;

/** Title of a run in lists, headings and file names: the beginning of what was asked. */
export function titleOf(run: Parameters<typeof askedOf>[0] & Parameters<typeof kindOf>[0]): string {
  // Its input is deleted with an erased account.
  return beginningOf(askedOf(run) ?? '') || kindOf(run).label;
}

/** Beginning of what somebody wrote: its first line, cut at a word. */
export function beginningOf(asked: string): string {
  const text = asked.trim().split('\n', 1)[0]!.trim();
  if (text.length <= MAX_TITLE) return text;
  const cut = text.slice(0, MAX_TITLE);
  return `${cut.slice(0, cut.lastIndexOf(' ') > MAX_TITLE / 2 ? cut.lastIndexOf(' ') : MAX_TITLE)}…`;
}
