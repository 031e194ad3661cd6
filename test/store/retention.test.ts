import { RETENTION, retentionAsMarkdown } from '../../domain/retention';
import { purgeExpired } from '../../store/retention/purge-expired';
import { useDatabase } from '../support/use';

const db = useDatabase();

test('every table of the schema has a retention, and every retention a table with its column', async () => {
  const { rows } = await db.pool.query<{ name: string; columns: string[] }>(
    `SELECT table_name AS name, array_agg(column_name::text) AS columns FROM information_schema.columns
     WHERE table_schema = 'public' AND table_name <> '_prisma_migrations' GROUP BY 1`,
  );
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(RETENTION).toSorted());
  const wrong = rows.filter(({ name, columns }) => {
    const { days, from } = RETENTION[name]!;
    return (days === null) !== (from === undefined) || (from !== undefined && !columns.includes(from));
  });
  expect(wrong).toEqual([]);
});

test('rows past their retention are deleted with their dependents, in batches; younger rows stay', async () => {
  const support = (id: string, age: string) =>
    db.pool.query(
      `INSERT INTO support_requests (id, email, subject, message, status, created_at)
       VALUES ($1, 'a@example.com', 's', 'm', 'received', now() - $2::interval)`,
      [id, age],
    );
  for (const [id, age] of [
    ['sup_1', '3 years'],
    ['sup_2', '3 years'],
    ['sup_3', '3 years'],
    ['sup_4', '1 year'],
  ])
    await support(id!, age!);
  await db.pool.query(
    `INSERT INTO accounts (id, email, plan, status) VALUES ('acc_1', 'a@example.com', 'free', 'active');
     INSERT INTO webhooks (id, account_id, mode, url, event_types, status, sealed_secret)
       VALUES ('whk_1', 'acc_1', 'live', 'https://example.com', '{webhook.test}', 'active', '');
     INSERT INTO webhook_deliveries (id, webhook_id, event_type, payload, status, ended_at)
       VALUES ('whd_1', 'whk_1', 'webhook.test', '{}', 'failed', now() - interval '31 days');
     INSERT INTO webhook_attempts (delivery_id, attempt, started_at, duration_ms) VALUES ('whd_1', 1, now(), 1);
     INSERT INTO audit_events (id, at, actor_kind, actor, action)
       VALUES ('aud_1', now() - interval '8 years', 'system', 'system', 'key.created')`,
  );
  expect(await purgeExpired(db, 2)).toEqual({ support_requests: 2, webhook_deliveries: 1, audit_events: 1 });
  expect(await purgeExpired(db, 2)).toEqual({ support_requests: 1 });
  expect(await db.prisma.supportRequest.findMany({ select: { id: true } })).toEqual([{ id: 'sup_4' }]);
  expect(await db.prisma.webhookAttempt.count()).toBe(0);
});

test('the retention is one table in Markdown', () => {
  const lines = retentionAsMarkdown().split('\n');
  expect(lines).toHaveLength(Object.keys(RETENTION).length + 2);
  expect(lines).toContain('| `support_requests` | Support requests | 730 days | Claims of that time. |');
});
