import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { purgeAccountData } from '../../modules/erasure/store/purge';
import { createCustomer, createEvaluation } from '../support/api';
import { eventually } from '../support/eventually';
import { fail } from '../support/runs';
import { useApi } from '../support/use';

const { db, api } = useApi();

const purge = (accountId: string) => purgeAccountData(db, accountId, () => null);
const sessionsToDelete = async (accountId: string) =>
  (await db.prisma.erasure.findUniqueOrThrow({ where: { accountId } })).sessionIds;

/** Creates a run of the account, with this id for the run's agent session. */
async function runWithSession(customer: Parameters<typeof createEvaluation>[1], sessionId: string): Promise<string> {
  const { runId } = (await createEvaluation(api, customer, sessionId)).body;
  await db.pool.query('UPDATE runs SET session_id = $2 WHERE id = $1', [runId, sessionId]);
  return runId;
}

test('a run that ends during the purge of its account is purged by the next pass', async () => {
  const customer = await createCustomer(db, { credits: 2 });
  const { accountId } = customer;
  const ended = await runWithSession(customer, 'sesn_of_the_ended');
  await fail(db, ended, 'agent_stopped');
  const ending = await runWithSession(customer, 'sesn_of_the_ending');
  await db.pool.query(`UPDATE runs SET status = 'running', started_at = now() WHERE id = $1`, [ending]);
  await beginErasure(db, accountId);

  // A lock on the ended run's row stops the purge halfway. Meanwhile, runs end that the purge has not read yet.
  const reader = await db.pool.connect();
  await reader.query('BEGIN');
  await reader.query({ text: 'SELECT 1 FROM runs WHERE id = $1 FOR UPDATE', values: [ended] });
  const purging = purge(accountId);
  await eventually('the purge waits for the row', async () => {
    const { rows } = await db.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    );
    return rows.length > 0;
  });
  await fail(db, ending, 'agent_stopped');
  await reader.query('COMMIT');
  reader.release();

  let { unfinished } = await purging;
  while (unfinished > 0) ({ unfinished } = await purge(accountId));
  expect((await sessionsToDelete(accountId)).sort()).toEqual(['sesn_of_the_ended', 'sesn_of_the_ending']);
  const left = await db.prisma.run.findMany({ where: { accountId }, select: { input: true, sessionId: true } });
  expect(left).toEqual(Array(2).fill({ input: {}, sessionId: null }));
});
