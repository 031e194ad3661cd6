import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Findings } from '../../contracts/findings';
import { evaluate } from '../../local/demo/evaluate';
import { webLink } from '../../local/demo/follow-run';
import { bar, verdictTable } from '../../local/demo/verdict-table';
import { candidateBar } from '../../local/demo/candidate-bar';
import { rankedTable } from '../../local/demo/ranked-table';
import { unknownCommand } from '../../local/demo/unknown-command';
import { searchFixture } from '../support/search-fixture';

const dimension = (score: number) => ({
  score,
  confidence: 'medium',
  rationale: 'r',
  evidenceIds: [],
  basis: 'inference',
});
const findings = {
  runId: 'run_1',
  provenance: { provider: 'local-sample', model: 'local-sample', agentVersion: '1' },
  verdict: { recommendation: 'refine', score: 61, confidence: 'medium', rationale: 'A niche that\u001B[31m pays.' },
  dimensions: Object.fromEntries(
    ['demand', 'competition', 'monetization', 'acquisition', 'operatorFit', 'sustainability', 'risk'].map((name, i) => [
      name,
      dimension(i * 15),
    ]),
  ),
} as unknown as Findings;

const run = (more: object) => ({
  runId: 'run_1',
  status: 'running',
  workflowId: 'evaluation:run_1',
  stage: 'queued',
  ...more,
});

let server: Server;
let folder: string;
let requests: IncomingMessage[];
let answers: Record<string, ((response: ServerResponse) => void)[]>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'noi-demo-'));
  requests = [];
  server = createServer((request, response) => {
    requests.push(request);
    const queue = answers[`${request.method} ${request.url}`];
    (queue && queue.length > 1 ? queue.shift()! : queue?.[0])?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(folder, { recursive: true, force: true });
});

const json =
  (body: object, status = 200, headers = {}) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
const notModified = (response: ServerResponse) => void response.writeHead(304).end();

async function demo(grant = jest.fn(async () => undefined)) {
  const { port } = server.address() as { port: number };
  const stream = new PassThrough();
  let text = '';
  stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
  const ready = {
    api: `http://127.0.0.1:${port}`,
    temporalWeb: 'http://127.0.0.1:8233',
    keys: { live: 'live', test: 'test' },
    account: { id: 'acc_1', email: 'a@b.c' },
  } as never;
  const done = evaluate({
    ready,
    request: { idea: 'An idea of ten letters' },
    out: folder,
    stream,
    terminal: false,
    grant,
  });
  const error = await done.then(
    () => null,
    (cause: Error) => cause,
  );
  return { text, error, grant };
}

const happy = () => ({
  'POST /v1/evaluations': [json(run({}), 202)],
  'GET /v1/runs/run_1': [
    json(run({}), 200, { etag: '"1"' }),
    notModified,
    json(run({ stage: 'researching' }), 200, { etag: '"2"' }),
    json(run({ stage: 'rendering' })),
    json(run({ stage: 'done', status: 'completed' })),
  ],
  'GET /v1/runs/run_1/findings': [json(findings)],
  'GET /v1/runs/run_1/dossier?format=html': [(response: ServerResponse) => void response.end('<html>')],
  'GET /v1/runs/run_1/dossier?format=pdf': [(response: ServerResponse) => void response.end('%PDF')],
});

test('an evaluation is followed stage by stage, its verdict shown, and its documents saved', async () => {
  answers = happy();
  const { text, error } = await demo();
  expect(error).toBeNull();
  expect(text).toMatch(/waiting in the queue +[\d.]+ s\n.*researching +[\d.]+ s\n.*rendering the dossier +[\d.]+ s\n/);
  expect(text).toContain('This is a sample: ');
  expect(text).toContain('REFINE  61 of 100, medium confidence');
  expect(text).toContain('http://127.0.0.1:8233/namespaces/default/workflows/evaluation%3Arun_1');
  expect(JSON.parse(readFileSync(join(folder, 'findings.json'), 'utf8'))).toEqual(findings);
  expect(readFileSync(join(folder, 'dossier.html'), 'utf8')).toBe('<html>');
  expect(readFileSync(join(folder, 'dossier.pdf'), 'utf8')).toBe('%PDF');

  const [create, ...polls] = requests;
  expect(create!.headers).toMatchObject({
    'x-api-key': 'live',
    'idempotency-key': expect.stringMatching(/^demo-/) as string,
  });
  expect(polls[0]!.headers.prefer).toMatch(/^wait=\d+$/);
  expect(polls[1]!.headers['if-none-match']).toBe('"1"');
});

test('a run that fails is an error that says why, and nothing is saved', async () => {
  const failure = { code: 'agent_refused', message: 'The agent declined.', retryable: false };
  answers = { ...happy(), 'GET /v1/runs/run_1': [json(run({ status: 'failed', failure, entitlementRestored: true }))] };
  const { error } = await demo();
  expect(error?.message).toMatch(/ended as failed: The agent declined. \(agent_refused\) The credit was restored/);
  expect(requests.some((request) => request.url?.includes('findings'))).toBe(false);
});

test('an account without credit is granted one, and the same request is sent again', async () => {
  const refused = json({ code: 'entitlement_required', detail: 'No Idea Check left.' }, 402);
  answers = { ...happy(), 'POST /v1/evaluations': [refused, json(run({}), 202)] };
  const { error, grant, text } = await demo();
  expect(error).toBeNull();
  expect(grant).toHaveBeenCalledWith('acc_1', 'idea_check');
  expect(text).toContain('no Idea Check left');
  const keys = requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers['idempotency-key']);
  expect(keys[0]).toBe(keys[1]);
});

test('any other refusal is reported in the words of the API', async () => {
  answers = {
    ...happy(),
    'POST /v1/evaluations': [json({ code: 'invalid_api_key', detail: 'The key is not valid.' }, 401)],
  };
  expect((await demo()).error?.message).toBe('The API answered 401: The key is not valid.');
});

test('the verdict table has a bar for each of the seven dimensions and no control characters of the model', () => {
  const lines = verdictTable(findings);
  expect(lines.filter((line) => line.includes('█') || line.includes('░'))).toHaveLength(7);
  expect(lines.join('')).not.toContain('\u001B');
  expect(lines.find((line) => line.startsWith('Operator fit'))).toBeDefined();
});

test('bars are of one width, whatever the score', () => {
  expect([bar(0), bar(50), bar(100)].map((text) => text.replaceAll('░', '').length)).toEqual([0, 10, 20]);
  expect([bar(-5).length, bar(105).length]).toEqual([20, 20]);
});

test('there is no link where Temporal Web is unknown', () => {
  expect(webLink(null, { workflowId: 'w' })).toBeNull();
});

test('the bar of a search grows with its candidates and then says what follows', () => {
  const stream = new PassThrough();
  const shown = candidateBar(stream, false);
  const at = (stage: string, done: number) => run({ stage, progress: { done, total: 10 } }) as never;
  for (const state of [at('queued', 0), at('researching', 0), at('researching', 5), at('researching', 5)]) {
    shown.update(state);
  }
  shown.update(at('rendering', 10));
  shown.end();
  const lines = (stream.read() as Buffer).toString().trimEnd().split('\n');
  expect(lines.map((line) => line.replaceAll(/[^█]/g, '').length)).toEqual([0, 0, 15, 30]);
  expect(lines[2]).toContain('5 of 10 candidates');
});

test('the ranked table names every candidate, and why others are not in it', () => {
  const { portfolio } = searchFixture(3);
  const table = rankedTable(portfolio).join('\n');
  for (const { title } of portfolio.ranking) expect(table).toContain(title.slice(0, 50));
  expect(table).toContain('Not ranked');
  expect(table).toContain('The research agent declined this candidate.');
});

test.each([[['serach', 'a retired surveyor']], [['serach']], [['an', 'idea', 'without', 'quotation', 'marks']]])(
  'the words %j are no idea, and what to write is shown',
  (words) => {
    expect(unknownCommand(words)).toContain(`unknown command '${words[0]}'`);
    expect(unknownCommand(words)).toContain('npm run demo -- search');
  },
);

test('an idea in quotation marks, and none, is no unknown command', () => {
  expect(unknownCommand(['A letter for roofers'])).toBeNull();
  expect(unknownCommand([])).toBeNull();
});
