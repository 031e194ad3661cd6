import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId } from '../../base/ids';
import { sampleOpportunities } from '../../local/seed';
import type { Findings } from '../../modules/findings/contract/findings';
import { withVerification } from '../../modules/findings/evidence';
import { withComputed } from '../../modules/findings/publish';
import type { OpportunityImport } from '../../modules/opportunities/contract';
import { listAuditEvents } from '../../modules/outbox/store/audit';
import { startAgents } from '../support/agents';
import { adminJson, runAdmin } from '../support/operator';
import { use, useDatabase } from '../support/use';

const db = useDatabase();
const web = use(startAgents);
const folder = mkdtempSync(join(tmpdir(), 'noi-catalog-'));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = () => ({ DATABASE_URL: db.url, CITED_PAGES_ORIGIN: web.url });
const admin = (...args: string[]) => runAdmin(args, environment());
const json = <T>(...args: string[]) => adminJson<T>(args, environment());
function file(content: unknown): string {
  const path = join(folder, `${newId('opp')}.json`);
  writeFileSync(path, JSON.stringify(content));
  return path;
}
const [sample, other] = sampleOpportunities() as OpportunityImport[];

test('importing opportunities again does not duplicate them', async () => {
  const path = file([sample, other]);
  expect(sample!.findings.unitEconomics).toBeDefined();
  expect(await json('opportunities', 'import', path)).toMatchObject([{ result: 'imported' }, { result: 'imported' }]);
  expect(await json('opportunities', 'import', path)).toMatchObject([
    { result: 'already there' },
    { result: 'already there' },
  ]);
  const stored = await db.prisma.opportunity.findUniqueOrThrow({ where: { id: sample!.opportunityId } });
  const findings = JSON.parse(Buffer.from(stored.findings).toString()) as Findings;
  expect(findings.evidence.map(({ verification }) => verification?.status)).toContain('verified');
  expect(withVerification(findings, null)).toEqual(withVerification(withComputed(sample!.findings), null));
});

test.each([
  ['a score that is not the verdict’s', { ...sample!, score: sample!.score - 1 }, '/score must be the score'],
  ['findings of another mode', { ...sample!, mode: sample!.mode === 'live' ? 'test' : 'live' }, '/findings/mode'],
  ['an unknown field', { ...sample!, surprise: 1 }, 'must NOT have additional properties'],
  ['no price', { ...sample!, price: undefined }, "must have required property 'price'"],
])('an import with %s is rejected as a whole, and says where', async (_, wrong, message) => {
  const fresh = { ...other!, opportunityId: newId('opp') };
  const { status, stderr } = await admin('opportunities', 'import', file([fresh, wrong]));
  expect(status).toBe(1);
  expect(stderr).toContain('document 2:');
  expect(stderr).toContain(message);
  expect(await db.prisma.opportunity.count({ where: { id: fresh.opportunityId } })).toBe(0);
});

test('an import verifies its quotations, and rejects one that is not on its page', async () => {
  const opportunityId = newId('opp');
  const { evidence, ...findings } = other!.findings;
  const claimed = { status: 'verified', checkedAt: new Date(0).toISOString(), contentSha256: null } as const;
  const asClaimed = evidence.map((entry) => ({ ...entry, verification: claimed }));
  const misquoted = asClaimed.map((entry, i) =>
    i === 1 ? { ...entry, excerpt: 'Nobody ever wrote this there.' } : entry,
  );
  const offered = (own: typeof asClaimed) =>
    file({ ...other!, opportunityId, findings: { ...findings, evidence: own } });
  const imports = (path: string, ...options: string[]) => admin('opportunities', 'import', path, ...options);

  const refused = await imports(offered(misquoted));
  expect(refused).toMatchObject({ status: 1, stdout: '' });
  expect(refused.stderr).toContain('document 1: /findings/evidence/1/excerpt is not on the page');
  expect(refused.stderr).not.toContain('/evidence/0/');
  expect((await imports(offered(misquoted), '--skip-quotations')).stderr).toContain('--reason');
  expect(await db.prisma.opportunity.count({ where: { id: opportunityId } })).toBe(0);

  await web.page(evidence[0]!.sourceUrl, 'wall');
  const unread = await imports(offered(asClaimed));
  expect(unread).toMatchObject({ status: 1, stdout: '' });
  expect(unread.stderr).toContain('document 1: /findings/evidence/0/sourceUrl could not be read (unreachable)');
  expect(await db.prisma.opportunity.count({ where: { id: opportunityId } })).toBe(0);

  await fetch(`${web.url}/_control/pages`, { method: 'DELETE' });
  const [row] = await json<{ quotations: string }[]>('opportunities', 'import', offered(asClaimed));
  expect(row!.quotations).toBe(`${evidence.length} of ${evidence.length} found`);
  const stored = await db.prisma.opportunity.findUniqueOrThrow({ where: { id: opportunityId } });
  const kept = JSON.parse(Buffer.from(stored.findings).toString()) as Findings;
  expect(kept.evidence.map(({ verification }) => verification!.status)).toEqual(evidence.map(() => 'verified'));
  expect(kept.evidence.every(({ verification }) => verification!.checkedAt > claimed.checkedAt)).toBe(true);
});

test('an import without a check does not mark quotations as verified, and is audited', async () => {
  const opportunityId = newId('opp');
  const path = file({ ...other!, opportunityId });
  const reason = 'an archive that only subscribers can open';
  const [row] = await json<object[]>('opportunities', 'import', path, '--skip-quotations', '--reason', reason);
  expect(row).toMatchObject({ result: 'imported', quotations: 'not looked for' });
  const stored = await db.prisma.opportunity.findUniqueOrThrow({ where: { id: opportunityId } });
  const { evidence } = JSON.parse(Buffer.from(stored.findings).toString()) as Findings;
  expect(evidence.filter(({ verification }) => verification)).toEqual([]);
  const [event] = await listAuditEvents(db, 1);
  expect(event).toMatchObject({
    action: 'opportunity.imported',
    subject: opportunityId,
    reason,
    after: { quotations: 'not looked for' },
  });
});
