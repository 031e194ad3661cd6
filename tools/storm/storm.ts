import { honestCaller } from './honest-caller';
import { AT_ONCE, MAX_GROWTH_MB, MAX_PROBLEM_BYTES, type StormyProduct } from './product';
import { shotsOf } from './shots';

/** Limit in bytes of any answer to a POST: a page can show a form again with its input. */
const MAX_ANSWER_BYTES = 512_000;

/** Answers of which each storm has some; they prove that bodies passed authentication. */
const PROVING = [200, 202, 400, 413, 415];
const SHOWN = 20;
/** An honest client that is not slowed down asks more often than once for so many bodies. */
const BODIES_AN_HONEST_REQUEST = 250;

/**
 * Sends hostile bodies to every endpoint that takes one, while an honest client continues.
 *
 * @returns the broken promises: an answer of 500, one that is too large or none at all, a client that was disturbed, a
 * process that died or grew
 */
export async function playStorm(
  product: StormyProduct,
  { bodies, seed }: { bodies: number; seed: number },
): Promise<string[]> {
  const draw = shotsOf(seed, product.customer.apiKey);
  const pid = product.api.pid();
  const before = product.residentMb();
  const failed: string[] = [];
  const statuses = new Set<number>();
  let over = false;

  const honest = honestCaller(product, () => over);
  let drawn = 0;
  const shoot = async () => {
    while (drawn < bodies) {
      const { name, path, bytes, headers } = draw(drawn++);
      const heard = await product.send(path, bytes, headers).catch((error: Error) => error);
      if (heard instanceof Error) {
        failed.push(`${name}: ${heard.message}`);
        continue;
      }
      statuses.add(heard.status);
      if (heard.status >= 500 && heard.status !== 503) failed.push(`${name}: ${heard.status}`);
      const most = heard.type.startsWith('application/problem+json') ? MAX_PROBLEM_BYTES : MAX_ANSWER_BYTES;
      if (heard.bytes > most) failed.push(`${name}: an answer of ${heard.bytes} bytes`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, shoot));
  over = true;
  const { asked, shed, wrong } = await honest;

  const grown = product.residentMb() - before;
  const lacking = PROVING.filter((status) => !statuses.has(status));
  return [
    ...failed.slice(0, SHOWN),
    ...wrong.slice(0, SHOWN),
    ...(asked > bodies / BODIES_AN_HONEST_REQUEST ? [] : [`an honest client asked only ${asked} times`]),
    ...(shed < asked / 10 ? [] : [`of ${asked} honest requests ${shed} were shed`]),
    ...(product.api.pid() === pid ? [] : ['the API ended']),
    ...(grown < MAX_GROWTH_MB ? [] : [`the API grew by ${Math.round(grown)} MB`]),
    ...(lacking.length === 0 ? [] : [`no body was answered ${lacking.join(' or ')}`]),
  ];
}
