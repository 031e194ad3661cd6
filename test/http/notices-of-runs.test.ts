import { noticeFlaws } from '../support/notice-invariants';
import { createCustomer, createEvaluation } from '../support/api';
import { fail } from '../support/run-states';
import { useApi } from '../support/use';

const { db, api } = useApi();
let runId: string;
beforeAll(async () => {
  const customer = await createCustomer(db);
  ({ runId } = (await createEvaluation(api, customer, 'noticed')).body);
  await fail(db, runId, 'agent_unavailable');
});

const flawsOf = (mails: Record<string, number>, lost?: { from: number; until: number }[]) => {
  const sent = Object.entries(mails).map(([what, at]) => [`run-${what}/${runId}`, { at }] as const);
  return noticeFlaws(db, { mails: new Map(sent), alerts: new Set() }, lost);
};

test('a run is mailed as what it is, and as nothing else', async () => {
  expect(await flawsOf({ failed: 5 })).toEqual([]);
  for (const mails of [{}, { completed: 5 }, { failed: 5, completed: 4 }])
    expect(await flawsOf(mails)).toEqual([expect.stringContaining(`run ${runId} (failed) was mailed as`)]);
});

test('what it was before is mailed as well only where the database forgot it', async () => {
  const mails = { failed: 9, completed: 4 };
  expect(await flawsOf(mails, [{ from: 3, until: 5 }])).toEqual([]);
  expect(await flawsOf(mails, [{ from: 5, until: 8 }])).toHaveLength(1);
  expect(await flawsOf({ completed: 4 }, [{ from: 3, until: 5 }])).toHaveLength(1);
});

test('a mail that was tried for longer than the provider keeps its key is given up, and missed by nobody', async () => {
  const about = { where: { mail_id: { mail: 'run_ended', id: runId } } };
  const endedAt = new Date();
  const after = (hours: number) => new Date(endedAt.getTime() - hours * 3_600_000);
  await db.prisma.mail.update({ ...about, data: { triedAt: after(19), endedAt, sent: false } });
  expect(await flawsOf({})).toHaveLength(1);
  await db.prisma.mail.update({ ...about, data: { triedAt: after(21) } });
  expect(await flawsOf({})).toEqual([]);
});
