import { claimKey, fingerprint, purgeExpiredRecords, type IdempotencyClaim } from '../../modules/outbox/store/claims';
import { transaction, type Queryable } from '../../prisma/client';
import { useDatabase } from '../support/use';

const db = useDatabase();

const claim = (key: string): IdempotencyClaim => ({
  accountId: 'acc_of_the_key',
  mode: 'live',
  operation: 'POST /v1/things',
  key,
  fingerprint: fingerprint({}),
  keepForMs: 60_000,
});

/** Claims a key while the sweep deletes its expired record between the claim's two statements. */
const claimedDuringPurge = (of: IdempotencyClaim) =>
  transaction(db, async (tx) => {
    const purged: Queryable = {
      async query(query) {
        const answer = await tx.query(query);
        if (query.name === 'idempotency-claim' && answer.rowCount === 0) await purgeExpiredRecords(db, 10);
        return answer as never;
      },
    };
    return claimKey(purged, of, { result: 'the second' });
  });

test('an expired key that a sweep deletes during its claim can be claimed', async () => {
  await transaction(db, (tx) => claimKey(tx, claim('expired'), { result: 'the first' }));
  await db.pool.query("UPDATE idempotency_records SET expires_at = now() - interval '1 s'");
  expect(await claimedDuringPurge(claim('expired'))).toBeNull();
  const again = await transaction(db, (tx) => claimKey(tx, claim('expired')));
  expect(again).toEqual({ result: 'the second' });
});
