import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One way to break a promise on purpose, as a careless change would. */
export interface Mutation {
  /** What was done, in a few words: `npm run mutations -- NAME`. */
  name: string;
  /** Promise of docs/interface.md or ARCHITECTURE.md that it breaks. */
  promise: string;
  file: string;
  /** Text that occurs in the file exactly once. */
  find: string;
  replace: string;
  /** Test files of which one must fail; the cheapest that does. */
  caughtBy: string[];
}

/** What is wrong with a list of mutations for this checkout, in words; empty if each can be played. */
export function flawsOfList(mutations: readonly Mutation[], root: string): string[] {
  const names = mutations.map(({ name }) => name);
  const twice = names.filter((name, i) => names.indexOf(name) !== i).map((name) => `${name}: the name is there twice`);
  return [...twice, ...mutations.flatMap((mutation) => flawsOf(mutation, root))];
}

function flawsOf({ name, file, find, replace, caughtBy }: Mutation, root: string): string[] {
  const flaws: string[] = [];
  if (!existsSync(join(root, file))) flaws.push(`${name}: there is no ${file}`);
  else {
    const times = readFileSync(join(root, file), 'utf8').split(find).length - 1;
    if (times !== 1) flaws.push(`${name}: the text to find occurs ${times} times in ${file}, and must occur once`);
  }
  if (find === replace) flaws.push(`${name}: it changes nothing`);
  if (caughtBy.length === 0) flaws.push(`${name}: no test file is named that catches it`);
  for (const test of caughtBy) if (!existsSync(join(root, test))) flaws.push(`${name}: there is no ${test}`);
  return flaws;
}
