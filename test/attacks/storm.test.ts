import { MAX_GROWTH_MB, MAX_PROBLEM_BYTES, startStormyProduct } from '../../tools/storm/product';
import { playStorm } from '../../tools/storm/storm';
import { use } from '../support/use';

const product = use(() => startStormyProduct());

const JSON_TYPE = { 'content-type': 'application/json' };

test('eight requests at once of the largest error list leave the process as it was', async () => {
  const body = `{"${'k'.repeat(31_000)}":${'['.repeat(7)}${Array.from({ length: 11_000 }, () => '[]').join(',')}${']'.repeat(7)}}`;
  const pid = product.api.pid();
  await product.send('/v1/scan/status', Buffer.from('{}'), JSON_TYPE);
  const before = product.residentMb();

  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => product.send('/v1/scan/status', Buffer.from(body), JSON_TYPE)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 400));
    for (const { bytes } of answers) expect(bytes).toBeLessThanOrEqual(MAX_PROBLEM_BYTES);
  }

  expect(product.api.pid()).toBe(pid);
  expect(product.residentMb() - before).toBeLessThan(MAX_GROWTH_MB);
});

// The whole is `npm run proof -- storms`: 5,000 bodies of a fixed seed, and of a fresh one.
test('a storm of 500 hostile bodies stops nobody', async () => {
  expect(await playStorm(product, { bodies: 500, seed: 1 })).toEqual([]);
});
