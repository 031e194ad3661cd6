import { pino } from 'pino';
import { mailMessage } from '../../domain/messages/mails';
import { enqueue } from '../../store/outbox/enqueue';
import { runRelay } from '../../worker/relay';
import { eventually } from '../support/eventually';
import { useDatabase } from '../support/use';

const db = useDatabase();

test('keeps a message in the outbox until Temporal has it', async () => {
  await enqueue(db.pool, 'mail', mailMessage({ mail: 'account_link', id: '1' }));
  await db.pool.query('UPDATE outbox SET available_at = created_at');
  const undelivered = () => db.prisma.outboxMessage.count({ where: { deliveredAt: null } });
  const stop = new AbortController();
  const seen: number[] = [];
  const start = async () => {
    seen.push(await undelivered());
  };
  const relay = runRelay(db, start, { intervalMs: 10, log: pino({ level: 'silent' }), signal: stop.signal });
  await eventually('it is delivered', async () => (await undelivered()) === 0);
  await eventually('Temporal was asked', () => seen.length > 0);
  stop.abort();
  await relay;
  expect(seen).toEqual([1]);
});
