import { paced } from '../../providers/mail/pace';
import type { Mail, Mailer } from '../../providers/mail/mailer';

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

test('mails go out in order, no more a second than the provider takes', async () => {
  const sent: string[] = [];
  const clock = stoppedClock();
  const mailer: Mailer = { send: ({ idempotencyKey }) => Promise.resolve(void sent.push(idempotencyKey)) };
  const slow = paced(mailer, 2, clock);
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => slow.send(mail(key))));
  expect(sent).toEqual(['a', 'b', 'c', 'd']);
  expect(clock.slept).toEqual([500, 1_000, 1_500]);
});

test('a mail that would wait too long is put back with the time after which there is room', async () => {
  const slow = paced({ send: () => Promise.resolve() }, 2, stoppedClock());
  for (let i = 0; i <= 40; i++) await slow.send(mail(String(i)));
  await expect(slow.send(mail('late'))).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 20_500 });
});
