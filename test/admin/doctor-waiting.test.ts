import { Client, Connection } from '@temporalio/client';
import { waiting } from '../../admin/doctor/checks/waiting';
import { runChecks } from '../../admin/doctor/run-checks';
import type { Finding } from '../../admin/doctor/check';
import { useDatabase } from '../support/use';

let temporal: Client;
const db = useDatabase();
beforeAll(async () => {
  temporal = new Client({ connection: await Connection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! }) });
});
afterAll(() => temporal.connection.close());

async function finding(): Promise<Finding> {
  return (await runChecks([waiting], { db, env: {}, temporal, taskQueue: 'of-nobody', role: 'operator' }))[0]!;
}

test('what waits for a workflow that is gone is a warning with its id and its cure; what waits for one that runs is not', async () => {
  const requestedAt = new Date(Date.now() - 3_600_000);
  const asked = ['key_gone', 'key_runs', 'key_sent'].map((id) => ({ mail: 'new_key', id, requestedAt }));
  await db.prisma.mail.createMany({ data: asked });
  await db.prisma.mail.update({
    where: { mail_id: { mail: 'new_key', id: 'key_sent' } },
    data: { endedAt: new Date(), sent: true },
  });
  const options = { workflowId: 'mail/new_key/key_runs', taskQueue: 'of-nobody', args: [] };
  const running = await temporal.workflow.start('mail', options);
  expect(await finding()).toEqual({
    name: 'waiting',
    status: 'warn',
    detail: 'Mail: 1 row without a workflow (new_key/key_gone).',
    cure: expect.stringContaining('Start a worker'),
  });
  await running.terminate('by a test');
  expect(await finding()).toMatchObject({ detail: expect.stringContaining('2 rows') });
  await db.prisma.mail.deleteMany();
  expect(await finding()).toMatchObject({ status: 'ok' });
});
