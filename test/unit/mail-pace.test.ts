import { paced } from '../../providers/mail/pace';
import type { Mail, MailLane, Mailer } from '../../providers/mail/mailer';

const mail = (idempotencyKey: string): Mail => ({
  to: 'a@example.com',
  subject: '',
  html: '',
  text: '',
  idempotencyKey,
});

/** A frozen clock: a sleep returns at once and records its duration. */
function stoppedClock() {
  const slept: number[] = [];
  return { now: () => 1_000, sleep: (ms: number) => Promise.resolve(void slept.push(ms)), slept };
}

test('delays a mail to an account by one to strangers at most', async () => {
  const sent: string[] = [];
  const wakes: (() => void)[] = [];
  let now = 0;
  const clock = { now: () => now, sleep: () => new Promise<void>((resolve) => wakes.push(resolve)) };
  const mailer: Mailer = { send: ({ idempotencyKey }) => Promise.resolve(void sent.push(idempotencyKey)) };
  const slow = paced(mailer, 50, clock);
  const all = Array.from({ length: 240 }, (_, i) => slow.send({ ...mail(`stranger-${i}`), lane: 'strangers' }));
  const pass = async () => {
    now += 20;
    wakes.shift()?.();
    await new Promise(setImmediate);
  };
  await pass();
  const before = sent.length;
  const honest = [slow.send(mail('account-1')), slow.send(mail('account-2'))];
  while (sent.length < 242) await pass();
  await Promise.all([...all, ...honest]);
  expect(sent.indexOf('account-1') - before).toBeLessThanOrEqual(1);
  expect(sent.indexOf('account-2') - before).toBeLessThanOrEqual(3);
  expect(sent.filter((key) => key.startsWith('stranger'))).toEqual(all.map((_, i) => `stranger-${i}`));
});

test('takes mails to accounts while strangers wait', async () => {
  const slow = paced({ send: () => Promise.resolve() }, 2, { now: () => 0, sleep: () => new Promise(() => undefined) });
  const put = (lane: MailLane, i: number) => slow.send({ ...mail(`${lane}-${i}`), lane });
  for (let i = 0; i < 41; i++) void put('strangers', i);
  await expect(put('strangers', 41)).rejects.toMatchObject({ kind: 'rate_limited' });
  const outcome = await Promise.race([put('known', 0), new Promise(setImmediate).then(() => 'waits')]);
  expect(outcome).toBe('waits');
});

test('refuses a mail that would wait too long', async () => {
  const slow = paced({ send: () => Promise.resolve() }, 2, stoppedClock());
  for (let i = 0; i <= 40; i++) await slow.send(mail(String(i)));
  await expect(slow.send(mail('late'))).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 20_500 });
});
