import { setTimeout as sleep } from 'node:timers/promises';
import { CONCURRENCY, checkEach, PASS_MS } from '../../activities/check-each';
import { ordersAwaitingPayment } from '../../store/orders/sweep-orders';
import { createTestDatabase, type TestDatabase } from '../../test/support/database';
import type { Row } from './compare';

const ITEMS = 10_000;
/** One item in so many cannot be read. */
const BROKEN_EVERY = 100;
/** Time of a call to the provider here, and as it is on the internet. */
const CALL_MS = 5;
const REAL_CALL_MS = 200;

/** (n) A sweep over 10,000 open orders, of which a hundred cannot be read, against a plain loop of the same calls. */
export async function benchSweeps(): Promise<Row[]> {
  const db = await createTestDatabase();
  try {
    await openOrders(db);
    const floor = await timed(async () => {
      const rest = Array.from({ length: ITEMS }, (_, item) => item).values();
      await inTurns(async () => {
        for (const _ of rest) await sleep(CALL_MS);
      });
    });
    const seen = new Set<string>();
    const ours = await timed(() => pass(db, seen));
    if (seen.size !== ITEMS) throw new Error(`Only ${seen.size} of ${ITEMS} items were checked`);
    const overheadMs = Math.max(0, ours - floor);
    const allMs = overheadMs + (ITEMS * REAL_CALL_MS) / CONCURRENCY;
    const detail =
      `${ITEMS} items, ${ITEMS / BROKEN_EVERY} broken: ${(ours / 1_000).toFixed(1)} s against ` +
      `${(floor / 1_000).toFixed(1)} s; with ${REAL_CALL_MS} ms a call all are checked within ` +
      `${(allMs / 60_000).toFixed(1)} min, ${Math.ceil(allMs / PASS_MS)} passes`;
    return [{ name: '(n) sweep / plain loop', ratio: ours / floor, target: { atMost: 1.5 }, detail }];
  } finally {
    await db.close();
  }
}

function pass(db: TestDatabase, seen: Set<string>): Promise<number> {
  const sweep = {
    name: 'open_orders' as const,
    list: (before: Date, limit: number) => ordersAwaitingPayment(db, before, limit),
    idOf: ({ id }: { id: string }) => id,
    async check({ id }: { id: string }) {
      seen.add(id);
      await sleep(CALL_MS);
      if (seen.size % BROKEN_EVERY === 0) throw new Error('this session cannot be read');
      return false;
    },
  };
  return checkEach(db, sweep, { onProgress: () => undefined, onFailure: () => undefined });
}

const inTurns = (work: () => Promise<void>) => Promise.all(Array.from({ length: CONCURRENCY }, work));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function openOrders(db: TestDatabase): Promise<unknown> {
  return db.pool.query(
    `INSERT INTO orders (id, mode, product, product_name, status, price_amount, price_currency, checkout_session_id,
                         expires_at, hold_ends_at, consent_text_version, consent_recorded_at)
     SELECT 'ord_bench_' || n, 'live', 'idea_check', 'Idea Check', 'pending_payment', 4900, 'usd', 'cs_bench_' || n,
            now() + interval '1 hour', now() + interval '1 hour', '1', now() FROM generate_series(1, $1) AS n`,
    [ITEMS],
  );
}
