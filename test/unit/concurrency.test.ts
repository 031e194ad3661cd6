import {
  createDownloads,
  createLiveStreams,
  MAX_DOWNLOADS,
  MAX_STREAMS,
  type ConcurrencyLimit,
} from '../../http/limits/concurrency';

/** An IP address in a separate network for each number. */
const elsewhere = (i: number) => `2001:db8:${i.toString(16)}::1`;

/** Takes places from a limit until it refuses. Returns the number of places taken and the code of the refusal. */
function fill(limit: ConcurrencyLimit, holder: (i: number) => { accountId: string | null; address: string }) {
  for (let taken = 0; ; taken++) {
    try {
      limit.enter(holder(taken));
    } catch (error) {
      return { taken, code: (error as { code: string }).code };
    }
  }
}

describe.each([
  ['streams', createLiveStreams, MAX_STREAMS, 500],
  ['downloads', createDownloads, MAX_DOWNLOADS, 250],
])('%s', (_, create, perHolder, together) => {
  const share = together / 5;

  test('are limited per account, from any address', () => {
    const limit = create();
    const account = (i: number) => ({ accountId: 'acc_1', address: elsewhere(i) });
    expect(fill(limit, account)).toEqual({ taken: perHolder, code: 'rate_limited' });
    expect(fill(limit, () => ({ accountId: 'acc_2', address: elsewhere(1) })).taken).toBe(perHolder);
  });

  test.each([
    ['accounts of one IPv4 /24', (i: number) => ({ accountId: `acc_${i}`, address: `198.51.100.${i % 256}` })],
    ['guests of one IPv6 /48', (i: number) => ({ accountId: null, address: `2001:db8:1:${i.toString(16)}::1` })],
  ])('of %s are limited to a fifth of the process, and others are served', (_name, holder) => {
    const limit = create();
    expect(fill(limit, holder)).toEqual({ taken: share, code: 'rate_limited' });
    expect(() => limit.enter({ accountId: 'acc_honest', address: '203.0.113.9' })).not.toThrow();
  });

  test('reserve the last fifth for new holders, one place each', () => {
    const limit = create();
    let taken = 0;
    // Enough accounts to fill the process if each took its maximum, each account in a separate network.
    for (let i = 0; i * perHolder < together; i++) {
      taken += fill(limit, () => ({ accountId: `greedy_${i}`, address: elsewhere(i) })).taken;
    }
    expect(together - taken).toBeGreaterThan(0.8 * share);
    const honest = (i: number) => ({ accountId: `honest_${i}`, address: elsewhere(1_000 + i) });
    const release = limit.enter(honest(0));
    release();
    release();
    expect(fill(limit, honest)).toEqual({ taken: together - taken, code: 'overloaded' });
  });
});
