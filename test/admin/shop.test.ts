import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sampleOpportunities } from '../../local/catalogue';
import type { OpportunityImport } from '../../contracts/opportunities';
import { built } from '../../local/programs';
import { newId } from '../../contracts/ids';
import { createTestDatabase, type TestDatabase } from '../support/database';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await createTestDatabase();
  folder = mkdtempSync(join(tmpdir(), 'noi-catalogue-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await db.close();
});

function run(script: string, args: string[], env: NodeJS.ProcessEnv = {}) {
  return spawnSync(process.execPath, [built(script), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, DATABASE_URL: db.url, ...env },
  });
}
function json<T>(...args: string[]): T {
  const { status, stdout, stderr } = run('local/admin/main', [...args, '--json']);
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as T;
}
function file(content: unknown): string {
  const path = join(folder, `${newId('opp')}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}
const [sample, other] = sampleOpportunities() as OpportunityImport[];

test('opportunities are imported with their dossiers, once however often', async () => {
  const path = file([sample, other]);
  expect(json('opportunities', 'import', path)).toMatchObject([{ result: 'imported' }, { result: 'imported' }]);
  expect(json('opportunities', 'import', path)).toMatchObject([
    { result: 'already there' },
    { result: 'already there' },
  ]);
  const stored = await db.prisma.opportunity.findUniqueOrThrow({ where: { id: sample!.opportunityId } });
  expect(Buffer.from(stored.dossierPdf).subarray(0, 5).toString()).toBe('%PDF-');
  expect(Buffer.from(stored.dossierHtml).toString()).toContain('<!doctype html>');
  expect(JSON.parse(Buffer.from(stored.findings).toString())).toEqual(sample!.findings);
});

test.each([
  ['a score that is not the verdict’s', { ...sample!, score: sample!.score - 1 }, '/score must be the score'],
  ['findings of another mode', { ...sample!, mode: sample!.mode === 'live' ? 'test' : 'live' }, '/findings/mode'],
  ['an unknown field', { ...sample!, surprise: 1 }, 'must NOT have additional properties'],
  ['no price', { ...sample!, price: undefined }, "must have required property 'price'"],
])('an import with %s is refused whole, and says where', async (_, wrong, message) => {
  const fresh = { ...other!, opportunityId: newId('opp') };
  const { status, stderr } = run('local/admin/main', ['opportunities', 'import', file([fresh, wrong])]);
  expect(status).toBe(1);
  expect(stderr).toContain('document 2:');
  expect(stderr).toContain(message);
  expect(await db.prisma.opportunity.count({ where: { id: fresh.opportunityId } })).toBe(0);
});

test('an import for somebody who is no contributor is refused whole', async () => {
  const fresh = { ...other!, opportunityId: newId('opp'), contributorAccountId: newId('acc') };
  const { status, stderr } = run('local/admin/main', ['opportunities', 'import', file(fresh)]);
  expect(status).toBe(1);
  expect(stderr).toContain(`Not a contributor: ${fresh.contributorAccountId}`);
  expect(await db.prisma.opportunity.count({ where: { id: fresh.opportunityId } })).toBe(0);
});

test('an opportunity is archived for good, but not while it is reserved', async () => {
  json('opportunities', 'import', file([sample, other]));
  expect(json('opportunities', 'archive', sample!.opportunityId)).toEqual({
    opportunityId: sample!.opportunityId,
    status: 'archived',
  });
  await db.prisma.opportunity.update({
    where: { id: other!.opportunityId },
    data: { status: 'reserved', reservedBy: newId('ord'), reservedUntil: new Date(Date.now() + 60_000) },
  });
  const refused = run('local/admin/main', ['opportunities', 'archive', other!.opportunityId]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain('is reserved');
  const rows = json<{ id: string; status: string }[]>('opportunities', 'list', '--status', 'archived');
  expect(rows.map(({ id }) => id)).toEqual([sample!.opportunityId]);
});

test('orders are listed by state and shown with their payments, without what knows their buyer', async () => {
  const id = newId('ord');
  await db.prisma.order.create({
    data: {
      id,
      mode: 'live',
      product: 'idea_check',
      productName: 'Idea Check',
      status: 'refund_failed',
      priceAmount: 4900,
      priceCurrency: 'usd',
      expiresAt: new Date(),
      holdEndsAt: new Date(),
      buyerTokenHash: Buffer.from('secret'),
      consentTextVersion: '1',
      consentRecordedAt: new Date(),
      payments: {
        create: {
          id: 'pi_1',
          mode: 'live',
          sessionId: 'cs_1',
          amount: 4900,
          currency: 'usd',
          outcome: 'refund',
          reason: 'late',
        },
      },
    },
  });
  expect(json('orders', 'list', '--status', 'refund_failed')).toMatchObject([{ id, price: 49 }]);
  const shown = json<object>('orders', 'show', id);
  expect(shown).toMatchObject({ id, payments: [{ id: 'pi_1', reason: 'late' }] });
  expect(shown).not.toHaveProperty('buyerTokenHash');
});

test.each([
  ['api/main', 'STRIPE_SECRET_KEY_LIVE', 'sk_test_of_the_wrong_mode', 'given for live mode is a test mode key'],
  ['worker/main', 'STRIPE_SECRET_KEY_TEST', 'rk_live_of_the_wrong_mode', 'given for test mode is a live mode key'],
])('%s does not start with a payment key of another mode, and does not show it', (script, name, key, message) => {
  const { status, stdout, stderr } = run(script, [], { [name]: key, ANTHROPIC_API_KEY: 'x' });
  expect(status).toBe(1);
  expect(stdout + stderr).toContain(message);
  expect(stdout + stderr).not.toContain(key);
});
