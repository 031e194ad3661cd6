import { randomUUID } from 'node:crypto';
import { sampleFindings } from '../../contracts/sample-findings';
import { titleOf } from '../../documents/model/text';
import { beginErasure } from '../../store/accounts/begin-erasure';
import { purgeAccountData } from '../../store/accounts/purge-account';
import { resumeAccount } from '../../store/accounts/resume-account';
import { suspendAccount } from '../../store/accounts/suspend-account';
import { listAuditEvents } from '../../store/audit/read-audit';
import { saveArtifact } from '../../store/runs/save-artifact';
import { call, createCustomer, createEvaluation, createSearch, type Customer } from '../support/api';
import { adminJson, runAdmin } from '../support/operator';
import { complete } from '../support/run-states';
import { searchFixture } from '../support/search-fixture';
import { useApi } from '../support/use';

const { db, api } = useApi();

const environment = () => ({ DATABASE_URL: db.url, ADMIN_ACTOR: 'ada' });
const samples = <T = Record<string, unknown>>(...args: string[]) => adminJson<T>(['samples', ...args], environment());
const publish = (runId: string, kind = 'idea_check') =>
  samples('publish', runId, '--kind', kind, '--reason', 'agreed by mail');
const withdraw = (runId: string) => samples('withdraw', runId, '--reason', 'asked for');
const refusal = async (...args: string[]) => {
  const { status, stderr } = await runAdmin(['samples', ...args, '--reason', 'x'], environment());
  expect(status).not.toBe(0);
  return stderr;
};

const IDEA = 'A letter on dredging for harbor masters';
const ofIdea = { ...sampleFindings, mode: 'live', subject: { ...sampleFindings.subject, idea: IDEA } };

const newRun = async (of: Customer) => (await createEvaluation(api, of, randomUUID())).body.runId;
async function readyRun(of?: Customer): Promise<{ runId: string; accountId: string }> {
  const owner = of ?? (await createCustomer(db));
  const runId = await newRun(owner);
  await complete(db, runId, ofIdea);
  return { runId, accountId: owner.accountId };
}

const get = (path: string) => call(api, 'GET', path, { headers: { accept: 'text/html' } });
const PAGES = ['/', '/sample-dossier', '/v1/runs/sample/findings'];
const SHIPPED = titleOf(sampleFindings.subject.idea);
/** Whether page, JSON and front page show the idea of a published run; all of them or none. */
async function shown(): Promise<boolean> {
  const answers = await Promise.all(PAGES.map(get));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const texts = answers.map(({ text }) => text);
  const found = texts.map((text) => text.includes(IDEA));
  expect(new Set(found).size).toBe(1);
  expect(texts.map((text) => text.includes(SHIPPED))).toEqual(found.map((is) => !is));
  return found[0]!;
}

test('a published run is the sample as page, PDF and JSON, names nobody, and withdrawing brings the shipped one back', async () => {
  expect(await shown()).toBe(false);
  const { text: shipped } = await get('/sample-dossier');
  expect(shipped).toContain('an invented idea');
  const { runId, accountId } = await readyRun();
  expect(await publish(runId)).toMatchObject({ runId, accountId, kind: 'idea_check', replaced: null });
  expect(await shown()).toBe(true);
  const { text } = await get('/sample-dossier');
  expect(text).toContain('shown with their consent');
  expect(text).not.toContain('an invented idea');
  expect(text).not.toContain(accountId);
  expect((await get('/v1/runs/sample/findings')).body).toEqual(JSON.parse(JSON.stringify(ofIdea)));
  expect((await get('/sample-dossier/pdf')).headers.get('content-type')).toBe('application/pdf');
  expect(await samples<object[]>('list')).toMatchObject([{ kind: 'idea_check', runId, accountId, isShown: true }]);
  await withdraw(runId);
  expect(await shown()).toBe(false);
  expect(await samples('list')).toEqual([]);
  const events = (await listAuditEvents(db, 10, accountId)).filter(({ action }) => action.startsWith('run.sample'));
  expect(events).toMatchObject([
    { action: 'run.sample_withdrawn', actor: 'ada', via: 'samples withdraw', subject: runId, reason: 'asked for' },
    { action: 'run.sample_published', actor: 'ada', via: 'samples publish', subject: runId, reason: 'agreed by mail' },
  ]);
  expect(await refusal('withdraw', runId)).toContain('is no sample');
});

test('another run takes the place of the sample, and both owners can see it in their log', async () => {
  const [first, second] = [await readyRun(), await readyRun()];
  await publish(first.runId);
  expect(await publish(second.runId)).toMatchObject({ replaced: first.runId });
  // Given again, a command whose answer was lost changes nothing.
  expect(await publish(second.runId)).toMatchObject({ replaced: null });
  expect(await samples<object[]>('list')).toMatchObject([{ runId: second.runId }]);
  const actions = async ({ accountId }: { accountId: string }) =>
    (await listAuditEvents(db, 10, accountId)).map(({ action }) => action);
  expect(await actions(first)).toContain('run.sample_withdrawn');
  expect(await actions(second)).not.toContain('run.sample_withdrawn');
  await withdraw(second.runId);
});

test('only a completed live run of its kind can be published, and the command says why another cannot', async () => {
  const customer = await createCustomer(db);
  const queued = await newRun(customer);
  expect(await refusal('publish', queued, '--kind', 'idea_check')).toContain('is queued');
  const { runId } = await readyRun(customer);
  expect(await refusal('publish', runId, '--kind', 'custom_search')).toContain('of kind custom_search');
  expect(await refusal('publish', runId, '--kind', 'essay')).toContain('must be one of');
  await db.pool.query(`UPDATE runs SET mode = 'test' WHERE id = $1`, [queued]);
  expect(await refusal('publish', queued, '--kind', 'idea_check')).toContain('of mode test');
  const suspended = await readyRun();
  await suspendAccount(db, suspended.accountId);
  expect(await refusal('publish', suspended.runId, '--kind', 'idea_check')).toContain('not active');
  expect(await samples('list')).toEqual([]);
});

test('what it publishes, and whose duty consent is, is said by the command', async () => {
  const { runId } = await readyRun();
  const args = ['samples', 'publish', runId, '--kind', 'idea_check', '--reason', 'agreed by mail'];
  const { status, stdout, stderr } = await runAdmin(args, environment());
  expect([status, stderr]).toEqual([0, expect.stringContaining('Their consent is your duty')]);
  expect(stdout).toMatch(/shownAt +.*\/sample-dossier/);
  await withdraw(runId);
});

test('the sample of an account that is erased is gone with the request, and its row with the purge', async () => {
  const { runId, accountId } = await readyRun();
  await publish(runId);
  expect(await shown()).toBe(true);
  await beginErasure(db, accountId);
  expect(await shown()).toBe(false);
  expect(await samples<object[]>('list')).toMatchObject([{ runId, isShown: false }]);
  await purgeAccountData(db, accountId, () => null);
  expect(await samples('list')).toEqual([]);
  expect(await refusal('publish', runId, '--kind', 'idea_check')).toContain('not active');
});

test('the sample of a suspended account is not shown until it is resumed', async () => {
  const { runId, accountId } = await readyRun();
  await publish(runId);
  await suspendAccount(db, accountId);
  expect(await shown()).toBe(false);
  await resumeAccount(db, accountId);
  expect(await shown()).toBe(true);
  await withdraw(runId);
});

test('where the documents of a run are kept no longer, the shipped sample is back', async () => {
  const { runId } = await readyRun();
  await publish(runId);
  await db.pool.query('DELETE FROM artifacts WHERE run_id = $1', [runId]);
  expect(await shown()).toBe(false);
  expect(await samples<object[]>('list')).toMatchObject([{ runId, isShown: false }]);
  await withdraw(runId);
});

test('a published search is a portfolio of its own, linked and in the sitemap, and is nowhere before and after', async () => {
  const paths = ['', '/pdf', '/ranking', '/findings'].map((part) => `/sample-portfolio${part}`);
  const statuses = async () => Promise.all(paths.map(async (path) => (await get(path)).status));
  const listed = async () => {
    const texts = await Promise.all(['/sitemap.xml', '/'].map(async (path) => (await get(path)).text));
    return texts.map((text) => text.includes('/sample-portfolio'));
  };
  expect([await statuses(), await listed()]).toEqual([
    [404, 404, 404, 404],
    [false, false],
  ]);
  const customer = await createCustomer(db, { kind: 'custom_search' });
  const { runId } = (await createSearch(api, customer, 'published')).body;
  const { findings, portfolio } = searchFixture(5);
  await saveArtifact(db, runId, 'portfolio', Buffer.from(JSON.stringify(portfolio)));
  await complete(db, runId, findings);
  await publish(runId, 'custom_search');
  expect([await statuses(), await listed()]).toEqual([
    [200, 200, 200, 200],
    [true, true],
  ]);
  expect((await get('/sample-portfolio/ranking')).body).toEqual(JSON.parse(JSON.stringify(portfolio)));
  expect((await get('/sample-portfolio/findings')).body).toEqual(JSON.parse(JSON.stringify(findings)));
  const { text } = await get('/sample-portfolio');
  for (const { title } of findings.candidates!) expect(text).toContain(title);
  expect(await shown()).toBe(false);
  await withdraw(runId);
  expect(await statuses()).toEqual([404, 404, 404, 404]);
});
