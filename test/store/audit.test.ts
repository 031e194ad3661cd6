import { actingAs, transaction, type Database } from '../../prisma/client';
import { listActivity, listAuditEvents } from '../../store/audit/read-audit';
import { recordAudit } from '../../store/audit/record-audit';
import { useDatabase } from '../support/use';

const db = useDatabase();

const record = (accountId: string, handle: Database = db) =>
  transaction(handle, (tx) => recordAudit(tx, { action: 'key.created', accountId, subject: 'key_1' }));

test('only events older than seven years can be deleted', async () => {
  await db.pool.query(
    `INSERT INTO audit_events (id, at, actor_kind, actor, action, account_id)
     VALUES ('aud_old', now() - interval '7 years 1 day', 'system', 'system', 'key.created', 'acc_old'),
            ('aud_young', now() - interval '6 years', 'system', 'system', 'key.created', 'acc_old')`,
  );
  expect((await db.pool.query("DELETE FROM audit_events WHERE id = 'aud_old'")).rowCount).toBe(1);
  await expect(db.pool.query("DELETE FROM audit_events WHERE id = 'aud_young'")).rejects.toThrow('append-only');
});

test('an event names its actor and the reason', async () => {
  const operator = actingAs(db, {
    kind: 'operator',
    name: 'ada',
    via: 'keys create',
    requestId: null,
    reason: 'asked for by phone',
  });
  await record('acc_named', operator);
  await record('acc_named');
  expect(await listActivity(db, 'acc_named', { limit: 5 })).toMatchObject([
    { actorKind: 'system', actor: 'system', via: null, reason: null },
    { actorKind: 'operator', actor: 'ada', via: 'keys create', reason: 'asked for by phone' },
  ]);
});

test('keeps only declared fields and blanks addresses in reasons', async () => {
  await transaction(db, (tx) =>
    recordAudit(tx, {
      action: 'key.rotated',
      accountId: 'acc_fields',
      reason: 'mail of <ann@example.com>, and "bob@example.org" too',
      before: { hash: 'c2VjcmV0', apiKey: 'noi_live_secret' },
      after: { replacedBy: 'key_2', secret: 'noi_live_secret' },
    }),
  );
  expect(await listAuditEvents(db, 1, 'acc_fields')).toMatchObject([
    { reason: 'mail of <[address]>, and "[address]" too', before: null, after: { replacedBy: 'key_2' } },
  ]);
});
