// oxlint-disable-next-line import/no-named-as-default -- for CommonJS the named export is a type only
import Stripe from 'stripe';
import { writeOnce } from '../../vendors/payments/clients';

function failure(status: number, replayed: boolean): Error {
  const headers = replayed ? { 'idempotent-replayed': 'true' } : {};
  return new Stripe.errors.StripeAPIError({ type: 'api_error', statusCode: status, headers, message: 'no' });
}

/** Makes a write whose attempts have these outcomes. Returns the keys used. */
function write(attempts: (Error | 'made')[], found: string | null = null) {
  const keys: string[] = [];
  const result = writeOnce<string>({
    key: 'wd:1',
    find: () => Promise.resolve(found),
    make(key) {
      keys.push(key);
      const now = attempts[keys.length - 1]!;
      return now instanceof Error ? Promise.reject(now) : Promise.resolve(now);
    },
  });
  return { keys, result };
}

test('moves to the next key when the provider replays a 5xx', async () => {
  const { keys, result } = write([failure(500, true), failure(503, true), 'made']);
  expect(await result).toBe('made');
  expect(keys).toEqual(['wd:1', 'wd:1~1', 'wd:1~2']);
});

test.each([
  ['a fresh 5xx, as the write may still run', failure(502, false)],
  ['a replayed refusal', failure(400, true)],
])('keeps the key after %s', async (_, answer) => {
  const { keys, result } = write([answer, 'made']);
  await expect(result).rejects.toBe(answer);
  expect(keys).toEqual(['wd:1']);
});

test('finds a write that succeeded behind a 5xx', async () => {
  const { keys, result } = write([failure(500, true), 'made'], 'found');
  expect(await result).toBe('found');
  expect(keys).toEqual(['wd:1']);
});
