import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf } from '../../clients/cli/commands';
import { createClient } from '../../clients/typescript/src/index';
import { createKey } from '../../modules/accounts/store/keys';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import type { RunBatch } from '../../modules/runs/contract';
import { call, createCustomer, IDEA, SEARCH, type Customer } from '../support/api';
import { begin, complete, fail } from '../support/runs';
import { useApi } from '../support/use';

const { db, api } = useApi();

const ideas = (length: number) => Array.from({ length }, (_, i) => ({ idea: `${IDEA}, part ${i}` }));

/** Starts a batch. Returns its ID, the IDs of its runs, and a function that calls its endpoints. */
async function startBatch(customer: Customer, items: object[], path = '/v1/evaluations/batch') {
  const { status, body, headers } = await call<{ batchId: string; runs: { runId: string }[] }>(api, 'POST', path, {
    key: customer.apiKey,
    body: { items },
    headers: { 'idempotency-key': 'batch' },
  });
  expect([status, headers.get('location')]).toEqual([202, `/v1/batches/${body.batchId}`]);
  const runIds = body.runs.map(({ runId }) => runId);
  const ask = <T = RunBatch>(method = 'GET', suffix = '', key = customer.apiKey) =>
    call<T>(api, method, `/v1/batches/${body.batchId}${suffix}`, { key });
  return { ...body, runIds, ask };
}

const counted = (counts: Partial<RunBatch['counts']>) => ({
  counts: { queued: 0, running: 0, completed: 0, failed: 0, canceled: 0, ...counts },
});

test('counts its runs by state until all have ended', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  const { batchId, runIds, ask } = await startBatch(customer, ideas(3));
  const [first, second, third] = runIds as [string, string, string];
  expect((await ask()).body).toMatchObject({
    batchId,
    status: 'in_progress',
    endedAt: null,
    ...counted({ queued: 3 }),
  });
  await complete(db, first, sampleFindings);
  await begin(db, second);
  expect((await ask()).body).toMatchObject({
    status: 'in_progress',
    ...counted({ queued: 1, running: 1, completed: 1 }),
  });
  await fail(db, second, 'findings_invalid');
  await fail(db, third, 'agent_unavailable');
  const { body } = await ask();
  expect(body).toMatchObject({ status: 'ended', ...counted({ completed: 1, failed: 2 }) });
  const last = await db.prisma.run.findUniqueOrThrow({ where: { id: third } });
  expect(body.endedAt).toBe(last.completedAt!.toISOString());
});

test('returns one line of JSON per ended run, in the order of the items', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  const { runIds, ask } = await startBatch(customer, ideas(3));
  const [first, second, third] = runIds as [string, string, string];
  expect((await ask('GET', '/results')).text).toBe('');
  await complete(db, third, sampleFindings);
  await fail(db, first, 'findings_invalid');
  const { headers, text } = await ask('GET', '/results');
  expect(headers.get('content-type')).toBe('application/x-ndjson');
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  expect(lines).toEqual([
    { runId: first, status: 'failed', failure: expect.objectContaining({ code: 'findings_invalid' }) },
    { runId: third, status: 'completed', findings: JSON.parse(JSON.stringify(sampleFindings)) },
  ]);
  expect(text).not.toContain(second);
});

test('cancels unfinished runs once, and returns the credits of queued ones', async () => {
  const customer = await createCustomer(db, { credits: 3 });
  const { runIds, ask } = await startBatch(customer, ideas(3));
  await complete(db, runIds[0]!, sampleFindings);
  const canceled = await ask('POST', '/cancel');
  expect([canceled.status, canceled.body]).toEqual([
    202,
    expect.objectContaining({ status: 'canceling', ...counted({ running: 2, completed: 1 }) }),
  ]);
  const signals = api.delivered.filter(({ message }) => runIds.some((id) => message.workflowId.endsWith(id)));
  expect((await ask('POST', '/cancel')).body).toEqual(canceled.body);
  const after = api.delivered.filter(({ message }) => runIds.some((id) => message.workflowId.endsWith(id)));
  expect(after).toEqual(signals);
  const { rows } = await db.pool.query('SELECT status FROM runs WHERE id = ANY ($1) ORDER BY id', [runIds]);
  expect(rows).toEqual(['completed', 'canceling', 'canceling'].map((status) => ({ status })));
});

test('answers 404 to other accounts, and 403 to keys without the scope', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const { ask } = await startBatch(customer, ideas(1));
  const stranger = await createCustomer(db);
  for (const [method, suffix] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['GET', '/results'],
  ] as const) {
    const { status, body } = await ask<{ code: string }>(method, suffix, stranger.apiKey);
    expect([suffix, status, body.code]).toEqual([suffix, 404, 'batch_not_found']);
  }
  const { secret } = await createKey(db, { ...customer, name: 'reader', mode: 'live', scopes: ['runs:read'] });
  for (const [method, suffix] of [
    ['POST', '/cancel'],
    ['GET', '/results'],
  ] as const)
    expect([suffix, (await ask(method, suffix, secret)).status]).toEqual([suffix, 403]);
  expect((await ask('GET', '', secret)).body.status).toBe('in_progress');
});

test('starts searches together, each with its own credit', async () => {
  const customer = await createCustomer(db, { credits: 2, kind: 'custom_search' });
  const { runIds, ask } = await startBatch(customer, [SEARCH, { ...SEARCH, candidateCount: 5 }], '/v1/searches/batch');
  const runs = await db.prisma.run.findMany({ where: { id: { in: runIds } }, orderBy: { id: 'asc' } });
  expect(runs.map(({ kind, progressTotal }) => [kind, progressTotal])).toEqual([
    ['custom_search', 10],
    ['custom_search', 5],
  ]);
  expect((await ask()).body).toMatchObject(counted({ queued: 2 }));
});

/** Runs `noi-client` with this key. Returns its output, its messages on stderr and its exit code. */
async function command(apiKey: string, ...words: string[]) {
  const { run, words: rest } = commandOf(words)!;
  const [printed, said]: [string[], string[]] = [[], []];
  const code = await run(rest, {
    noi: createClient({ apiKey, baseUrl: api.url }),
    sandbox: apiKey.includes('_test_'),
    signal: new AbortController().signal,
    print: (line) => printed.push(line),
    say: (line) => said.push(line),
  });
  return { code, printed, said: said.join('\n') };
}

function jsonLines(...lines: string[]): string {
  const file = join(mkdtempSync(join(tmpdir(), 'batch-')), 'ideas.jsonl');
  writeFileSync(file, `${lines.join('\n')}\n\n`);
  return file;
}

test('starts one batch per key from JSON Lines on the command line, and prints its results', async () => {
  const { apiKey, accountId } = await createCustomer(db, { credits: 2 });
  const start = ['runs', 'batch', jsonLines(...ideas(2).map((idea) => JSON.stringify(idea))), '--idempotency-key', 'k'];
  const { code, printed } = await command(apiKey, ...start);
  expect([code, printed]).toEqual([0, [expect.stringMatching(/^bat_/)]]);
  expect((await command(apiKey, ...start)).printed).toEqual(printed);
  const runs = await db.prisma.run.findMany({ where: { accountId }, orderBy: { id: 'asc' } });
  await complete(db, runs[0]!.id, sampleFindings);
  await fail(db, runs[1]!.id, 'findings_invalid');
  for (const words of [
    ['batches', 'wait', printed[0]!],
    [...start, '--wait'],
  ]) {
    const ended = await command(apiKey, ...words);
    expect(ended.printed.map((line) => JSON.parse(line) as object)).toMatchObject(
      ['completed', 'failed'].map((status, place) => ({ runId: runs[place]!.id, status })),
    );
    expect([ended.code, ended.said]).toEqual([1, expect.stringContaining('1 completed, 1 failed')]);
  }
});

test('plays and cancels batches of searches in the sandbox when the command has a test key', async () => {
  const { apiKey } = await createCustomer(db, { mode: 'test', credits: 0 });
  const { said, printed } = await command(apiKey, 'runs', 'batch', jsonLines(JSON.stringify(SEARCH)), '--search');
  expect(said).toContain('sandbox: true');
  const canceled = await command(apiKey, 'batches', 'cancel', printed[0]!);
  expect(JSON.parse(canceled.printed[0]!)).toMatchObject({ batchId: printed[0], status: 'canceling' });
  await expect(command(apiKey, 'runs', 'batch', jsonLines('{"idea": "x"}', '[]'))).rejects.toThrow(/^Line 2 of /);
});

test('deletes a run from the command line only with --yes', async () => {
  const customer = await createCustomer(db, { credits: 1 });
  const { runIds } = await startBatch(customer, ideas(1));
  const words = ['runs', 'delete', runIds[0]!];
  await complete(db, runIds[0]!, sampleFindings);
  await expect(command(customer.apiKey, ...words)).rejects.toThrow('--yes');
  expect((await command(customer.apiKey, ...words, '--yes')).code).toBe(0);
  expect((await call(api, 'GET', `/v1/runs/${runIds[0]}`, { key: customer.apiKey })).status).toBe(404);
});
