import { newId } from '../../contracts/ids';
import { transaction } from '../../prisma/client';
import type { Buyer } from '../../store/orders/buyer';
import { holdsOf } from '../../store/orders/read-holds';
import { createCustomer } from '../support/api';
import { offer } from '../support/shop';
import { useDatabase } from '../support/use';

const OPEN_OF_OTHERS = 5_000;

// One connection, so that its counters have all that was read.
const db = useDatabase(1);

const browser = async (): Promise<Buyer> => {
  const digest = Buffer.from(newId('ord').padEnd(32).slice(0, 32));
  return { accountId: null, tokenHash: digest, addressHash: digest };
};
const account = async (): Promise<Buyer> => {
  const { accountId } = await createCustomer(db, { credits: 0 });
  return { accountId, tokenHash: null, addressHash: null, networkHash: null };
};

function insertOpen(opportunityId: string, { accountId, tokenHash, addressHash }: Buyer, count: number) {
  return db.pool.query({
    text: `INSERT INTO orders (id, account_id, buyer_token_hash, buyer_address_hash, mode, product, product_name,
                               opportunity_id, status, price_amount, price_currency, expires_at, hold_ends_at,
                               consent_text_version, consent_recorded_at)
           SELECT id, $2, $3, $4, 'live', 'opportunity', 'A niche', $5, 'pending_payment', 100, 'usd',
                  now() + interval '1 hour', now() + interval '1 hour', '1', now() FROM unnest($1::text[]) AS made(id)`,
    values: [Array.from({ length: count }, () => newId('ord')), accountId, tokenHash, addressHash, opportunityId],
  });
}

/** Entries of the indexes of orders, and rows of the whole table, that were read so far. */
async function entriesRead(): Promise<number> {
  await db.pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await db.pool.query<{ read: number }>(
    `SELECT (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes WHERE relname = 'orders')::float8
            + (SELECT seq_tup_read FROM pg_stat_user_tables WHERE relname = 'orders')::float8 AS read`,
  );
  return rows[0]!.read;
}

// Every purchase read all orders that waited for their payment, of everybody.
test.each([
  ['an account', account],
  ['a browser', browser],
])('finds what %s holds without reading the holds of others', async (_, newBuyer) => {
  const [opportunityId, buyer, other] = [await offer(db), await newBuyer(), await newBuyer()];
  await insertOpen(opportunityId, other, OPEN_OF_OTHERS);
  await insertOpen(opportunityId, buyer, 2);
  await db.asOwner('VACUUM ANALYZE orders');

  const before = await entriesRead();
  const holds = await transaction(db, (tx) => holdsOf(tx, buyer));
  expect(holds).toHaveLength(2);
  expect((await entriesRead()) - before).toBeLessThan(100);
});
