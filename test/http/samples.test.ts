import { randomUUID } from 'node:crypto';
import { titleOf } from '../../modules/dossiers/model/text';
import { beginErasure } from '../../modules/erasure/store/begin-erasure';
import { purgeAccountData } from '../../modules/erasure/store/purge';
import { resumeAccount, suspendAccount } from '../../modules/erasure/store/suspension';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { listAuditEvents } from '../../modules/outbox/store/audit';
import { call, createCustomer, createEvaluation, type Customer } from '../support/api';
import { adminJson, runAdmin } from '../support/operator';
import { complete } from '../support/runs';
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
/** Whether the page, the JSON and the front page show a published run's idea. All three must agree. */
async function shown(): Promise<boolean> {
  const answers = await Promise.all(PAGES.map(get));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  const texts = answers.map(({ text }) => text);
  const found = texts.map((text) => text.includes(IDEA));
  expect(new Set(found).size).toBe(1);
  expect(texts.map((text) => text.includes(SHIPPED))).toEqual(found.map((is) => !is));
  return found[0]!;
}

test('replaces the sample with a published run, anonymously, until it is withdrawn', async () => {
  expect(await shown()).toBe(false);
  const { runId, accountId } = await readyRun();
  expect(await publish(runId)).toMatchObject({ runId, accountId, kind: 'idea_check', replaced: null });
  expect(await shown()).toBe(true);
  const { text } = await get('/sample-dossier');
  expect(text).toContain('shown with its owner’s consent');
  expect(text).not.toContain('Example: the idea');
  expect(text).not.toContain(accountId);
  expect((await get('/v1/runs/sample/findings')).body).toEqual(JSON.parse(JSON.stringify(ofIdea)));
  expect((await get('/sample-dossier/pdf')).headers.get('content-type')).toBe('application/pdf');
  expect(await samples<object[]>('list')).toMatchObject([{ kind: 'idea_check', runId, accountId, isShown: true }]);
  await withdraw(runId);
  expect(await shown()).toBe(false);
  expect(await samples('list')).toEqual([]);
  const [withdrawn, published] = await listAuditEvents(db, 2, accountId);
  expect([withdrawn, published]).toMatchObject([{ reason: 'asked for' }, { reason: 'agreed by mail', actor: 'ada' }]);
});

test('hides the sample of a suspended or erased account at once', async () => {
  const { runId, accountId } = await readyRun();
  await publish(runId);
  expect(await shown()).toBe(true);
  await suspendAccount(db, accountId);
  expect(await shown()).toBe(false);
  await resumeAccount(db, accountId);
  expect(await shown()).toBe(true);
  await beginErasure(db, accountId);
  expect(await shown()).toBe(false);
  expect(await samples<object[]>('list')).toMatchObject([{ runId, isShown: false }]);
  await purgeAccountData(db, accountId, () => null);
  expect(await samples('list')).toEqual([]);
  expect(await refusal('publish', runId, '--kind', 'idea_check')).toContain('not active');
});
