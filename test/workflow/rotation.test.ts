import { readUnsubscribeToken } from '../../platform/tokens';
import { secretsFrom, type Secrets } from '../../platform/secrets';
import { MailError, type Mail } from '../../providers/mail/mailer';
import { call, IDEA, TEST_TOKEN_SECRETS } from '../support/api';
import { eventually } from '../support/eventually';
import { linksIn } from '../support/mails';
import { requestLink, sendForm, sessionCookie } from '../support/people';
import { startWorker } from '../support/stack';
import { useStack } from '../support/use';

const [OLD] = TEST_TOKEN_SECRETS;
const ROTATED = secretsFrom('what links are made with from now on', OLD.value);
const RETIRED = secretsFrom('what links are made with from now on');

let isDown: boolean;
let tried: Mail[];
let running: { stop(): Promise<void> } | null = null;
const stack = useStack({ worker: false });
beforeEach(() => {
  isDown = true;
  tried = [];
});

afterEach(() => stopWorker());

async function stopWorker(): Promise<void> {
  await running?.stop();
  running = null;
}

/** Replaces the worker by one with these secrets; while the mail provider is down, attempts are only recorded. */
async function workWith(tokenSecrets: Secrets): Promise<void> {
  await stopWorker();
  running = await startWorker(stack.db, stack.agents, stack.mails, stack.taskQueue, {
    tokenSecrets,
    send: (mail) => {
      tried.push(mail);
      if (isDown) return Promise.reject(new MailError('unavailable', 'down', 10));
      stack.mails.push(mail);
      return Promise.resolve();
    },
  });
}
const tokenIn = (mail: Mail) =>
  linksIn(mail)
    .map(({ searchParams }) => searchParams.get('token'))
    .find(Boolean)!;

const arrival = (isIt: (mail: Mail) => boolean) => eventually('the mail', () => stack.mails.find(isIt));

/** Triggers a mail while the provider is down, rotates, and returns the attempt before and the mail after. */
async function mailedAcross(isIt: (mail: Mail) => boolean, cause: () => Promise<unknown>): Promise<[Mail, Mail]> {
  isDown = true;
  await workWith(TEST_TOKEN_SECRETS);
  await cause();
  const first = await eventually('a first try', () => tried.find(isIt));
  await stopWorker();
  isDown = false;
  await workWith(ROTATED);
  return [first, await arrival(isIt)];
}

test('a sign-in mail that is sent again after a rotation is the same mail, and its link works', async () => {
  const email = 'across@example.com';
  const [first, arrived] = await mailedAcross(
    ({ to }) => to === email,
    () => requestLink(stack.api, 'sign_in', email),
  );
  expect(arrived).toEqual(first);
  expect(await stack.db.prisma.accountLink.findFirstOrThrow({ where: { email } })).toMatchObject({
    tokenKeyId: OLD.id,
  });
  expect(sessionCookie(await sendForm(stack.api, '/sign-in/link', { token: tokenIn(arrived) }))).not.toBeNull();
});

test('the confirmation and the newsletter of a free scan are the same mails after a rotation', async () => {
  const body = { email: 'scan-across@example.com', idea: IDEA, marketingConsent: true };
  const [first, arrived] = await mailedAcross(
    ({ to, idempotencyKey }) => to === body.email && idempotencyKey.startsWith('scan-confirmation'),
    () => call(stack.api, 'POST', '/v1/scan', { body }),
  );
  expect(arrived).toEqual(first);
  const [offered, news] = await mailedAcross(
    ({ idempotencyKey }) => idempotencyKey.startsWith('marketing-welcome'),
    async () => {
      const { status } = await call(stack.api, 'GET', `/v1/scan/confirm?token=${tokenIn(arrived)}`, {
        headers: { accept: 'application/json' },
      });
      expect(status).toBe(200);
    },
  );
  expect(news).toEqual(offered);
  const consent = await stack.db.prisma.consent.findFirstOrThrow({ where: { email: body.email, kind: 'marketing' } });
  expect(readUnsubscribeToken(ROTATED, tokenIn(news))).toBe(consent.id);
});

test('a mail whose secret is missing waits, names the secret, and is sent once it is back', async () => {
  const email = 'retired@example.com';
  const isIt = ({ to }: Mail) => to === email;
  await workWith(TEST_TOKEN_SECRETS);
  await requestLink(stack.api, 'sign_in', email);
  const first = await eventually('a first try', () => tried.find(isIt));
  await stopWorker();
  isDown = false;
  tried = [];
  await workWith(RETIRED);
  const { id } = await stack.db.prisma.accountLink.findFirstOrThrow({ where: { email } });
  const handle = stack.temporal.workflow.getHandle(`mail/account_link/${id}`);
  await eventually('the refusal', async () => {
    const { raw } = await handle.describe();
    const said = raw.pendingActivities?.[0]?.lastFailure?.message ?? '';
    return said.includes(`The secret with the id ${OLD.id} is no longer in TOKEN_SECRET`);
  });
  expect(tried.filter(isIt)).toEqual([]);
  await workWith(ROTATED);
  expect(await arrival(isIt)).toEqual(first);
});
