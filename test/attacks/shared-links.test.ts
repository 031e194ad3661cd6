import { randomUUID } from 'node:crypto';
import { grantEntitlements } from '../../modules/entitlements/store/grant';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { shareRun } from '../../modules/runs/store/shares';
import { call, createCustomer, createEvaluation } from '../support/api';
import { cookiesAfter, csrfOf, mailedToken, OWNER_PASSWORD, sendForm, signIn } from '../support/people';
import { complete } from '../support/runs';
import { useApi } from '../support/use';

const { db, api } = useApi();

/** A signed-in customer with a password, a completed run and a link to its dossier. */
async function sharer() {
  const customer = await createCustomer(db);
  await grantEntitlements(db, customer.accountId, 'idea_check', 1);
  const { email } = await db.prisma.account.findUniqueOrThrow({ where: { id: customer.accountId } });
  const reset = async (newPassword: string) =>
    sendForm(api, '/reset-password', { token: (await mailedToken(api, db, 'password_reset', email))!, newPassword });
  await reset(OWNER_PASSWORD);
  const { runId } = (await createEvaluation(api, customer, randomUUID())).body;
  await complete(db, runId, sampleFindings);
  const cookie = await signIn(api, db, email);
  const csrf = await csrfOf(api, cookie);
  const wanted = { tokenHash: Buffer.from(randomUUID()), lifetimeMs: 86_400_000 };
  await shareRun(db, { accountId: customer.accountId, mode: 'live' }, runId, wanted);
  return {
    runId,
    reset,
    links: () => db.prisma.dossierShare.count({ where: { runId, expiresAt: { gt: new Date() } } }),
    open: async (path: string, sent = cookie) => (await call(api, 'GET', path, { headers: { cookie: sent } })).text,
    send: (path: string, fields: Record<string, string>, sent = cookie) =>
      sendForm(api, path, { csrf, ...fields }, { cookie: sent }),
    /** Makes the last proof of identity too old, as in a stolen session. */
    age: () =>
      db.prisma.accountSession.updateMany({
        where: { accountId: customer.accountId },
        data: { provedAt: new Date(Date.now() - 11 * 60_000) },
      }),
  };
}

test('creates no link from a stolen session, and mails the owner about each new link', async () => {
  const { runId, age, send, links } = await sharer();
  await age();
  const path = `/account/runs/${runId}/share`;
  const asked = await send(path, { days: '90' });
  expect([asked.status, asked.text.includes(`action="${path}"`), await links()]).toEqual([403, true, 1]);
  const made = await send(path, { days: '90', stepUpPassword: OWNER_PASSWORD });
  expect([made.status, await links()]).toEqual([200, 2]);
  const { id } = await db.prisma.dossierShare.findFirstOrThrow({ where: { runId }, orderBy: { id: 'desc' } });
  expect(api.delivered.at(-1)!.message.workflowId).toBe(`mail/new_share/${id}`);
});

test('lists and revokes links on the security page, and revokes all by signing out everywhere', async () => {
  const { runId, open, send, links } = await sharer();
  const shown = await open('/account/security');
  expect(shown).toContain(`/account/runs/${runId}`);
  const [, shareId] = /name="shareId" value="([^"]+)"/.exec(shown)!;
  const other = await sharer();
  await other.send(`/account/runs/${runId}/unshare`, { shareId: shareId! });
  expect(await links()).toBe(1);
  await send(`/account/runs/${runId}/unshare`, { shareId: shareId! });
  expect(await links()).toBe(0);
  await other.send('/account/security/sign-out-everywhere', { endShares: 'yes' });
  expect(await other.links()).toBe(0);
});

test('lets only the browser of a password reset revoke all links', async () => {
  const { reset, open, send, links } = await sharer();
  const cookie = cookiesAfter(await reset(`${OWNER_PASSWORD} again`));
  expect(await open('/reset-password/done', cookie)).toContain('End all links');
  expect([(await send('/reset-password/end-shares', {}, 'reviewing=x')).status, await links()]).toEqual([400, 1]);
  expect([(await send('/reset-password/end-shares', {}, cookie)).status, await links()]).toEqual([303, 0]);
});
