/** Sends a storm of hostile bodies to a product of its own; `npm run proof -- storms`. */
import { Command } from 'commander';
import { onRealParts } from '../../test/support/on-real-parts';
import { wholeNumber } from '../../test/support/whole-number';
import { startStormyProduct } from './product';
import { playStorm } from './storm';
import { exitWith } from '../../test/support/exit-with';

async function main(): Promise<number> {
  const { bodies, seed = Math.floor(Math.random() * 2 ** 31) } = new Command('storm')
    .description(
      'Sends hostile bodies to every endpoint that takes one, and checks that an honest client is still served.',
    )
    .option('--bodies <n>', 'how many', wholeNumber(1), 5_000)
    .option('--seed <n>', 'of the random bodies (default: any)', wholeNumber(0))
    .parse()
    .opts<{ bodies: number; seed?: number }>();
  const broken = await onRealParts(async () => {
    const product = await startStormyProduct();
    return playStorm(product, { bodies, seed }).finally(() => product.close());
  });
  for (const flaw of broken) console.log(`broken promise: ${flaw}`);
  console.log(`storm: ${bodies} bodies, ${broken.length} broken promises, seed ${seed}`);
  return broken.length === 0 ? 0 : 1;
}

exitWith(main());
