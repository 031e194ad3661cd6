import { sendOnce } from '../../activities/deliver-mail';
import { brokenRecord } from '../../activities/failures';
import { endRun } from '../../modules/runs/store/end';
import { createCustomer, createEvaluation } from '../support/api';
import { begin } from '../support/runs';
import { useApi } from '../support/use';

const { db, api } = useApi();

const started = async (key: string) => {
  const { runId } = (await createEvaluation(api, await createCustomer(db), key)).body;
  return runId;
};
const mailOf = (id: string) => db.prisma.mail.findUniqueOrThrow({ where: { mail_id: { mail: 'run_ended', id } } });
const refuse = () => Promise.reject(brokenRecord('there is nothing to mail'));

test('a mail requested while an earlier attempt fails is still sent', async () => {
  const id = await started('meanwhile');
  await begin(db, id);
  // After a restore undid this run's end, a sweep ends the run again while the first email is being sent.
  const attempt = sendOnce({ db }, { mail: 'run_ended', id }, async () => {
    await endRun(db, id, 'failed', 'deadline_exceeded', null);
    return refuse();
  });
  await expect(attempt).rejects.toThrow('nothing to mail');
  expect(await mailOf(id)).toMatchObject({ endedAt: null });
  expect(await sendOnce({ db }, { mail: 'run_ended', id }, () => Promise.resolve({ sent: true }))).toEqual({
    sent: true,
  });
  expect(await mailOf(id)).toMatchObject({ endedAt: expect.any(Date), sent: true });
});
