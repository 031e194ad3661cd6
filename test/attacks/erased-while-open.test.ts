import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { openEvents } from '../support/answers';
import { call, createCustomer, createEvaluation, IDEA } from '../support/api';
import { signIn } from '../support/people';
import { begin } from '../support/runs';
import { useApi } from '../support/use';

const { db, api } = useApi({ keyCacheTtlMs: 200 });

test('ends open streams on erasure, and shows no idea of the account after that', async () => {
  const { accountId, apiKey: key } = await createCustomer(db);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: accountId } });
  const cookie = await signIn(api, db, email);
  const { runId } = (await createEvaluation(api, { apiKey: key }, 'open')).body;
  await begin(db, runId);
  const [ofPage, ofKey] = [`/account/runs/${runId}/events`, `/v1/runs/${runId}`];
  const page = await openEvents(api.url + ofPage, { cookie });
  const program = await openEvents(api.url + ofKey, { 'x-api-key': key });
  while ((await page.next())?.event === 'comment');
  while ((await program.next())?.event !== 'status');
  await beginErasure(db, accountId);
  const shown = (await Promise.all([page.rest(), program.rest()])).flat();
  // Events already being sent may report the canceled run, but nothing that the account wrote.
  expect(JSON.stringify(shown)).not.toContain(IDEA);
  expect((await call(api, 'GET', ofKey, { key })).status).toBe(401);
  expect((await openEvents(api.url + ofPage, { cookie })).status).toBe(204);
}, 60_000);
