/** Has many buyers ask for one opportunity at once, and checks that one gets it; `npm run proof -- buyers`. */
import { Command } from 'commander';
import { onRealParts } from '../../test/support/on-real-parts';
import { startShop } from '../../test/support/shop';
import { wholeNumber } from '../../test/support/whole-number';
import { compete, type Competition } from './compete';
import { exitWith } from '../../test/support/exit-with';

async function main(): Promise<number> {
  const sizes = new Command('buyers')
    .description('Has buyers ask at once for one opportunity, round after round, and checks every promise.')
    .option('--buyers <n>', 'how many ask at once', wholeNumber(1), 300)
    .option('--rounds <n>', 'how many opportunities', wholeNumber(1), 20)
    .parse()
    .opts<Competition>();
  const broken = await onRealParts(async () => {
    const shop = await startShop();
    return compete(shop, sizes).finally(() => shop.close());
  });
  for (const flaw of broken) console.log(`broken promise: ${flaw}`);
  console.log(`buyers: ${sizes.buyers} in ${sizes.rounds} rounds, ${broken.length} broken promises`);
  return broken.length === 0 ? 0 : 1;
}

exitWith(main());
