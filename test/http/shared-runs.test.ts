import { randomUUID } from 'node:crypto';
import { sampleFindings } from '../../contracts/sample-findings';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { call, createEvaluation } from '../support/api';
import { useSignedIn } from '../support/people';
import { complete } from '../support/run-states';
import { useApi } from '../support/use';

const { db, api } = useApi();
const { customer, send } = useSignedIn({ db, api }, { credits: 2 });

const ownRun = async () => (await createEvaluation(api, customer, randomUUID())).body.runId;
const readyRun = async () => {
  const id = await ownRun();
  await complete(db, id, sampleFindings);
  return id;
};

async function share(id: string, days = '7'): Promise<string> {
  const { status, text } = await send(`/account/runs/${id}/share`, { days });
  expect(status).toBe(200);
  return new URL(/id="link">([^<]+)</.exec(text)![1]!).pathname;
}
const visit = (path: string) => call(api, 'GET', path, { headers: { accept: 'text/html' } });

test('a link shows the dossier and nothing of the account', async () => {
  const path = await share(await readyRun());
  const shown = await visit(path);
  expect(shown.status).toBe(200);
  expect(shown.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect(shown.headers.get('referrer-policy')).toBe('no-referrer');
  expect(shown.headers.get('cache-control')).toBe('no-store');
  for (const secret of [customer.email, customer.accountId, customer.keyId]) expect(shown.text).not.toContain(secret);
  const document = await visit(`${path}/dossier`);
  expect([document.status, document.text.includes('dossier')]).toEqual([200, true]);
  expect(document.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
  expect((await visit(`${path}/dossier?format=pdf`)).headers.get('content-type')).toBe('application/pdf');
});

test('neither the database nor the log contains a link', async () => {
  const path = await share(await readyRun());
  await visit(path);
  await visit(`${path}x`);
  const token = path.split('/').at(-1)!;
  const { rows } = await db.pool.query<{ row: string }>('SELECT run_shares::text AS row FROM run_shares');
  const written = rows.map(({ row }) => row).join('') + api.logged.join('');
  expect(written).not.toContain(token);
  expect(written).not.toContain(Buffer.from(token).toString('hex'));
});

test('a revoked, expired, unknown or suspended link is one and the same 404', async () => {
  const id = await readyRun();
  const [taken, expired, kept] = [await share(id), await share(id), await share(id)];
  const [, second, first] = await db.prisma.dossierShare.findMany({ where: { runId: id }, orderBy: { id: 'desc' } });
  await send(`/account/runs/${id}/unshare`, { shareId: first!.id });
  await db.prisma.dossierShare.update({ where: { id: second!.id }, data: { expiresAt: new Date() } });
  const answers = await Promise.all([taken, expired, '/shared/nobody', `/shared/${'%20'.repeat(3)}`].map(visit));
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect((await visit(`${taken}/dossier`)).status).toBe(404);
  expect((await visit(kept)).status).toBe(200);
  await suspendAccount(db, customer.accountId);
  expect((await visit(kept)).text).toBe(answers[0]!.text);
});

test('a completed run has at most ten links, also when requested at once', async () => {
  const id = await readyRun();
  const answers = await Promise.all(Array.from({ length: 12 }, () => send(`/account/runs/${id}/share`, { days: '7' })));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    ...Array<number>(10).fill(200),
    409,
    409,
  ]);
  expect((await send(`/account/runs/${await ownRun()}/share`, { days: '7' })).status).toBe(404);
});
