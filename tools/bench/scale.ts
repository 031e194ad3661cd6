import { pino } from 'pino';
import { runRelay } from '../../worker/relay';
import { alternate, median, type Row } from './compare';
import { filled, PROBES, type Sized } from './scale-probes';
import type { Size } from './scale-seed';

const SMALL: Size = { runs: 10_000, orders: 5_000, waiting: 10_000 };
const LARGE: Size = { runs: 1_000_000, orders: 100_000, waiting: 1_000_000 };
const ROUNDS = 31;
/** A factor of the time of a query that reads the same number of rows from a tree that is two levels higher. */
const FLAT = 3;
/** Rounds, and messages of each, that a relay delivers to a Temporal that answers at once. */
const DRAINS = 3;
const DRAINED = 1_000;

/**
 * (p) Time of what is done all day in a database of 1,000,000 runs, 100,000 orders and 1,000,000 waiting messages,
 * against the same in one of 10,000: flat, whatever has been. Alternates between both.
 */
export async function benchScale(): Promise<Row[]> {
  const small = await filled(SMALL);
  const large = await filled(LARGE);
  try {
    const rows: Row[] = [];
    for (const [name, probe] of Object.entries(PROBES)) {
      const times = { small: [] as number[], large: [] as number[] };
      const found = [await probe(small), await probe(large)];
      if (found[0] !== found[1]) throw new Error(`${name} found ${found.join(' and ')}`);
      for (let round = 0; round < ROUNDS; round++) {
        times.small.push(await timed(() => probe(small)));
        times.large.push(await timed(() => probe(large)));
      }
      const [few, many] = [median(times.small), median(times.large)];
      const detail = `${many.toFixed(2)} / ${few.toFixed(2)} ms, ${found[0]} found`;
      rows.push({ name: `(p) ${name}, 100 times the rows`, ratio: many / few, target: { atMost: FLAT }, detail });
    }
    const drains = await alternate(
      DRAINS,
      () => drained(large),
      () => drained(small),
    );
    const rate = (values: number[]) => `${median(values).toFixed(0)}/s`;
    rows.push({
      name: '(p) outbox: messages a second through one relay, 100 times waiting',
      ratio: drains.ratio,
      target: { atLeast: 1 / FLAT },
      detail: `${rate(drains.ours)} of 1,000,000 / ${rate(drains.floor)} of 10,000`,
    });
    return rows;
  } finally {
    await Promise.all([small.db.close(), large.db.close()]);
  }
}

async function drained({ db }: Sized): Promise<number> {
  const stop = new AbortController();
  let delivered = 0;
  const start = async () => {
    if (++delivered >= DRAINED) stop.abort();
  };
  const took = await timed(() =>
    runRelay(db, start, { intervalMs: 10, log: pino({ level: 'silent' }), signal: stop.signal }),
  );
  return delivered / (took / 1_000);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
