import { linkToken, newLinkToken } from '../../base/tokens';
import { issueConfirmation } from '../../modules/scans/store/accept';
import { call, TEST_TOKEN_SECRETS } from '../support/api';
import { useApi } from '../support/use';

const { db, api } = useApi({ limitsScale: 1, settings: { freeScansPerDay: 100, trustedHops: 1 } });
const [secret] = TEST_TOKEN_SECRETS;

let networks = 0;
const elsewhere = () => `203.0.113.${networks++}`;
const from = (network: string) => ({ 'x-forwarded-for': network, accept: 'application/json' });

/** Requests a scan. Returns its token, or null if no email was sent. */
async function mailed(email: string): Promise<string | null> {
  const body = { email, idea: 'A letter for beekeepers in cold places' };
  const { scanId } = (await call<{ scanId: string }>(api, 'POST', '/v1/scan', { body, headers: from(elsewhere()) }))
    .body;
  return (
    (await issueConfirmation(db, scanId, newLinkToken(secret, 'scan', scanId))) && linkToken(secret, 'scan', scanId)
  );
}

const confirm = async (token: string | null, network = elsewhere()) =>
  (await call(api, 'GET', `/v1/scan/confirm?token=${encodeURIComponent(token!)}`, { headers: from(network) })).status;

/** Requests and confirms a scan for each email address, and counts the responses by result. */
async function confirmAll(emails: readonly string[], network?: string): Promise<{ taken: number; refused: string[] }> {
  const refused: string[] = [];
  for (const email of emails) {
    const token = (await mailed(email))!;
    const status = await confirm(token, network);
    if (status === 503) refused.push(token);
  }
  return { taken: emails.length - refused.length, refused };
}

const many = (count: number, address: (i: number) => string) => Array.from({ length: count }, (_, i) => address(i));

test('limits each mailbox, network and mail domain to a share of the daily free scans', async () => {
  expect(await confirmAll(many(12, (i) => `reader@a${i}.evil.example`))).toMatchObject({ taken: 10 });
  expect(await confirmAll(many(12, (i) => `reader.no${i}x@gmail.com`))).toMatchObject({ taken: 12 });

  const office = '198.51.100.7';
  const { taken, refused } = await confirmAll(
    many(21, (i) => `boss@firm${i}.example`),
    office,
  );
  expect([taken, refused.length]).toEqual([20, 1]);
  expect(await confirm(refused[0]!)).toBe(200);
  expect(await confirm(refused[0]!, office)).toBe(200);

  const links: (string | null)[] = [];
  for (let i = 0; i < 6; i++) {
    links.push(await mailed(`one+${i}@firm.example`));
    await db.pool.query("UPDATE free_scans SET mailed_at = mailed_at - interval '2 hours' WHERE mailed_at IS NOT NULL");
  }
  expect(links.filter(Boolean)).toHaveLength(5);
});
