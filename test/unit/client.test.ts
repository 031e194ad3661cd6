import { inspect } from 'node:util';
import { createClient, NoiError, type ClientOptions } from '../../clients/typescript/src/index';
import { startFaultServer, type ScriptedAnswer } from '../../tools/clients/behaviors/play';

// The behavior that clients in all languages share is tested by clients/behaviors.json instead.
const KEY = 'noi_live_aSecretThatMustNotBeSeenAnywhere';

const servers: Awaited<ReturnType<typeof startFaultServer>>[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

async function clientOf(answers: readonly ScriptedAnswer[], options: Partial<ClientOptions> = {}) {
  const server = await startFaultServer(answers);
  servers.push(server);
  return { noi: createClient({ apiKey: KEY, baseUrl: server.url, ...options }), seen: server.seen };
}

test.each([
  ['while a request is under way', { silent: true }],
  ['in the pause before a repetition', { status: 503, headers: { 'retry-after': '30' }, json: { code: 'overloaded' } }],
] as const)('rejects with the abort reason %s', async (_name, answer) => {
  const { noi, seen } = await clientOf([answer]);
  const abort = new AbortController();
  const asked = noi.account({ signal: abort.signal });
  const look = () => (seen.length > 0 ? abort.abort(new Error('the user left')) : setImmediate(look));
  look();
  await expect(asked).rejects.toThrow('the user left');
});

function refusalOf(create: () => unknown): unknown {
  try {
    return create();
  } catch (error) {
    return error;
  }
}

test('does not show the key in errors or inspected objects', async () => {
  const refused = { status: 401, json: { code: 'invalid_api_key' } };
  const { noi } = await clientOf([{ lost: true }, refused], { maxRetries: 0 });
  const shown: unknown[] = [noi];
  for (let time = 0; time < 2; time++) shown.push(await noi.account().catch((error: unknown) => error));
  expect(shown.slice(1).every((error) => error instanceof NoiError)).toBe(true);
  const keys = [`${KEY}\n`, `${KEY} `, '', undefined as unknown as string];
  const refusals = keys.map((apiKey) => refusalOf(() => createClient({ apiKey, baseUrl: 'https://api.example.com' })));
  expect(refusals.every((error) => error instanceof TypeError)).toBe(true);
  shown.push(...refusals);
  for (const one of shown) {
    const text = inspect(one, { depth: 20, showHidden: true, getters: true }) + JSON.stringify(one);
    expect(text).not.toContain('aSecretThatMustNotBeSeen');
  }
});
