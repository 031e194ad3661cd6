import { newLinkToken } from '../../base/tokens';
import type { LinkPurpose } from '../../modules/accounts/contract';
import { ensureAccount } from '../../modules/accounts/store/accounts';
import { issueLink, requestLink } from '../../modules/accounts/store/links';
import { TEST_TOKEN_SECRETS } from '../support/api';
import { useDatabase } from '../support/use';

const db = useDatabase();

async function isMailed(email: string, purpose: LinkPurpose = 'sign_in'): Promise<boolean> {
  await requestLink(db, { purpose, email, returnPath: null });
  const { id } = await db.prisma.accountLink.findFirstOrThrow({ where: { email, purpose }, orderBy: { id: 'desc' } });
  return (await issueLink(db, id, newLinkToken(TEST_TOKEN_SECRETS[0], purpose, id), 600_000)) !== null;
}

test('a mailbox gets three links an hour across all its addresses', async () => {
  const addresses = ['flooded@gmail.com', 'f.looded@gmail.com', 'flooded+1@gmail.com', 'flo.oded+2@googlemail.com'];
  const mailed = [];
  for (const address of [...addresses, 'flooded+3@gmail.com']) mailed.push(await isMailed(address));
  expect(mailed).toEqual([true, true, true, false, false]);
});

test('a flood of its mailbox does not lock an account out', async () => {
  await ensureAccount(db, 'owner@example.org', 'free');
  for (const tag of ['1', '2', '3', '4']) await isMailed(`owner+${tag}@example.org`);
  const mailed = [];
  for (let i = 0; i < 4; i++) mailed.push(await isMailed('owner@example.org'));
  expect(mailed).toEqual([true, true, true, false]);
});

test('a mailbox without an account gets ten unused links a day', async () => {
  const mailed = [];
  for (let i = 0; i < 12; i++) {
    mailed.push(await isMailed('stranger@example.org'));
    await db.pool.query(`UPDATE account_links SET issued_at = issued_at - interval '1 hour',
                         expires_at = expires_at - interval '1 hour' WHERE email = 'stranger@example.org'`);
  }
  expect(mailed.filter(Boolean)).toHaveLength(10);
  await db.pool.query(`UPDATE account_links SET issued_at = issued_at - interval '1 day'`);
  expect(await isMailed('stranger@example.org')).toBe(true);
});
