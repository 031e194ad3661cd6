/** Has searches researched that are drawn by seed, and checks what comes of each; `npm run proof -- searches`. */
import { Command } from 'commander';
import { onRealParts } from '../../test/support/on-real-parts';
import { startStack } from '../../test/support/stack';
import { wholeNumber } from '../../test/support/whole-number';
import { playSearches } from './play-searches';
import { exitWith } from '../../test/support/exit-with';

async function main(): Promise<number> {
  const { searches, seed = Math.floor(Math.random() * 2 ** 31) } = new Command('searches')
    .description('Has searches of 3 to 25 candidates researched, and checks that each completes with what passed.')
    .option('--searches <n>', 'how many', wholeNumber(2), 50)
    .option('--seed <n>', 'of what is drawn (default: any)', wholeNumber(0))
    .parse()
    .opts<{ searches: number; seed?: number }>();
  const { broken, candidates } = await onRealParts(async () => {
    const stack = await startStack({ stepMs: 0 });
    return playSearches(stack, { searches, seed }).finally(() => stack.close());
  });
  for (const flaw of broken) console.log(`broken promise: ${flaw}`);
  console.log(`searches: ${searches} of ${candidates} candidates, ${broken.length} broken promises, seed ${seed}`);
  return broken.length === 0 ? 0 : 1;
}

exitWith(main());
