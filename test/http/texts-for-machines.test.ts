import { strFromU8, unzipSync } from 'fflate';
import { FAILURES } from '../../contracts/failures';
import { allEndpoints } from '../../api/endpoints/table';
import { call, createCustomer } from '../support/api';
import { textOfHtml } from '../support/html-text';
import { useApi } from '../support/use';

const { db, api } = useApi();

const read = (path: string) => call(api, 'GET', path);
const ours = () => allEndpoints(api.url).filter(({ internal }) => !internal);

test('llms.txt names documents as Markdown that exist, and so does each page of documents', async () => {
  const { text, headers } = await read('/llms.txt');
  expect(headers.get('content-type')).toMatch(/^text\/plain/);
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const links = [...text.matchAll(/\]\((\S+?)\)/g)].map(([, href]) => new URL(href!).pathname);
  expect(links.filter((path) => path.endsWith('.md')).length).toBeGreaterThanOrEqual(4);
  for (const path of links) expect([path, (await read(path)).status]).toEqual([path, 200]);

  const pages = [...(await read('/developers')).text.matchAll(/href="(\/developers[^"#]*|\/docs)"/g)];
  for (const [, page] of pages.filter(([, path]) => !/\.\w+$/.test(path!))) {
    const markdown = await read(`${page}.md`);
    expect([page, markdown.status, markdown.headers.get('content-type')]).toEqual([
      page,
      200,
      'text/markdown; charset=utf-8',
    ]);
    expect(markdown.text).toMatch(/^# /);
    expect(markdown.text.replace(/```.*?```/gs, '')).not.toMatch(/<\w+[ >]|&(amp|lt|quot|#39);/);
  }
});

test('the Markdown of a page says what the page does: every code, and its programs unchanged', async () => {
  const errors = (await read('/developers/errors.md')).text;
  for (const code of Object.keys(FAILURES)) expect(errors).toContain(`\n- \`${code}\`: **`);
  const page = (await read('/developers/webhooks')).text;
  const program = /<h3>Python<\/h3>.*?<code[^>]*>(.*?)<\/code><\/pre>/s.exec(page)![1]!;
  expect((await read('/developers/webhooks.md')).text).toContain(`\`\`\`py\n${textOfHtml(program)}\n\`\`\``);
});

test('the reference as Markdown, the HTTP file and the Bruno collection have every endpoint of the table', async () => {
  const [reference, requests] = [(await read('/docs.md')).text, (await read('/developers/noi.http')).text];
  const zip = await fetch(`${api.url}/developers/bruno.zip`);
  const files = unzipSync(new Uint8Array(await zip.arrayBuffer()));
  const bru = Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, strFromU8(bytes)]));
  expect(JSON.parse(bru['bruno.json']!)).toMatchObject({ version: '1', type: 'collection' });
  expect(bru['environments/API.bru']).toMatch(/^vars \{\n {2}baseUrl: http.*\n\}\n\nvars:secret \[\n {2}apiKey\n\]/s);
  const inBruno = Object.entries(bru).map(([name, text]) => [name.split('/').at(-1), text] as const);
  for (const { method, path, operationId } of ours()) {
    expect(reference).toContain(`### ${method} ${path}\n`);
    const address = path.replace('{id}', '');
    expect(requests).toContain(`\n# @name ${operationId}\n`);
    expect(requests).toContain(`\n${method} {{baseUrl}}${address.split('//')[0]}`);
    const own = inBruno.filter(([name]) => name === `${operationId}.bru`);
    expect(own).toEqual([
      [expect.anything(), expect.stringContaining(`\n${method.toLowerCase()} {\n  url: {{baseUrl}}`)],
    ]);
  }
});

test('a request of the HTTP file, its variables filled in, is taken by the API', async () => {
  const { apiKey } = await createCustomer(db, { credits: 1 });
  const { text } = await read('/developers/noi.http');
  const declared = [...text.matchAll(/^@(\w+) = (.*)$/gm)].map(([, name, value]) => [name!, value!] as const);
  const variables: Record<string, string> = { ...Object.fromEntries(declared), apiKey };
  const block = text.split(/^### /m).find((one) => one.includes('# @name createEvaluation\n'))!;
  const filled = block.replace(/\{\{(\w+)\}\}/g, (_, name: string) => variables[name]!);
  const [head, body] = filled.split('\n\n') as [string, string];
  const [, , target, ...headers] = head.split('\n') as [string, string, string, ...string[]];
  const { pathname } = new URL(target.split(' ')[1]!);
  const sent = Object.fromEntries(
    headers.map((line) => line.split(': ')).map(([name, value]) => [name!.toLowerCase(), value!]),
  );
  expect((await call(api, 'POST', pathname, { headers: sent, body })).status).toBe(202);
});

test('the API catalogue is a link set whose every link answers, also asked by HEAD', async () => {
  const { headers, text } = await read('/.well-known/api-catalog');
  expect(headers.get('content-type')).toContain('application/linkset+json');
  expect(headers.get('link')).toContain('rel="api-catalog"');
  type Linkset = { linkset: (Record<string, { href: string }[]> & { anchor: never })[] };
  const [{ anchor, ...relations }] = (JSON.parse(text) as Linkset).linkset as [Linkset['linkset'][0]];
  expect(String(anchor)).toMatch(/\/v1$/);
  expect(Object.keys(relations)).toEqual(expect.arrayContaining(['service-desc', 'service-doc', 'status']));
  for (const { href } of Object.values(relations).flat()) {
    expect([href, (await read(new URL(href).pathname)).status]).toEqual([href, 200]);
  }
  const head = await fetch(`${api.url}/.well-known/api-catalog`, { method: 'HEAD' });
  expect([head.status, head.headers.get('link')]).toEqual([200, headers.get('link')]);
});
