/** Pages and files for developers, programs and models, all generated from the table of endpoints. */
import { allEndpoints } from '../../api/endpoints/table';
import { FAILURES } from '../../base/failures';
import { problemsOf, statusOf } from '../../http/problem';
import { codeSamples } from '../../modules/runs/use-cases/code-samples';
import { textOfHtml } from '../support/answers';
import { call } from '../support/api';
import { useApi } from '../support/use';

const { api } = useApi();

const MOST_PAGE_BYTES = 100_000;
const open = (path: string, headers: Record<string, string> = {}) => call(api, 'GET', path, { headers });
const read = async (path: string) => (await open(path)).text;
const ours = () => allEndpoints(api.url).filter(({ internal }) => !internal);
const tags = () => new Set(ours().map(({ tag }) => tag));

test('documents every endpoint, status, code and field, in pages below 100 kB', async () => {
  const index = await read('/docs');
  for (const tag of tags()) {
    const page = await read(`/docs/${tag}`);
    expect(Buffer.byteLength(page)).toBeLessThan(MOST_PAGE_BYTES);
    for (const spec of ours().filter((one) => one.tag === tag)) {
      expect(index).toContain(`href="/docs/${tag}#${spec.operationId}"`);
      const part = new RegExp(`<section[^>]*\\sid="${spec.operationId}".*?</section>`, 's').exec(page)?.[0] ?? '';
      expect(textOfHtml(part)).toContain(spec.path);
      for (const code of problemsOf(spec)) {
        expect(part).toContain(`/developers/errors#${code}`);
        expect(part).toContain(`<dt>${statusOf(spec, code)}</dt>`);
      }
      for (const name of [...Object.keys(spec.query?.properties ?? {}), ...Object.keys(spec.body?.properties ?? {})])
        expect(page).toContain(`<code>${name}</code>`);
    }
  }
});

test('names the scopes of the endpoint next to each sample', async () => {
  const page = await read('/developers');
  for (const [place, { command, scopes }] of codeSamples().entries()) {
    const path = /\$NOI_API_URL([^"?]+)/.exec(command)![1]!.replace('$RUN_ID', '{id}');
    const method = command.includes(" -d '") ? 'POST' : 'GET';
    const { auth } = ours().find((spec) => spec.method === method && spec.path === path)!;
    expect([path, scopes]).toEqual([path, auth.type === 'key' ? auth.scopes : []]);
    const head = new RegExp(`([^]{0,400})id="sample-${place}"`).exec(page)![1];
    for (const scope of scopes) expect(head).toContain(`<code>${scope}</code>`);
  }
});

test('has every sample in curl, TypeScript and Python, with the same two variables', async () => {
  const webhooks = await read('/developers/webhooks');
  for (const id of ['creation', 'creation-ts', 'creation-python']) expect(webhooks).toContain(`id="${id}"`);
  for (const path of ['/docs', '/docs/evaluations', '/docs/runs']) {
    const page = await read(path);
    const ids = ['ts', 'python', 'curl'].map(
      (language) => [...page.matchAll(RegExp(`id="\\w+-${language}"`, 'g'))].length,
    );
    expect([path, new Set(ids).size, ids[0]! > 0]).toEqual([path, 1, true]);
  }
  for (const path of ['/developers', '/developers/clients', '/docs', '/llms.txt']) {
    const text = textOfHtml(await read(path));
    expect(text).toContain(`export NOI_API_URL=${api.url}\nexport NOI_API_KEY=noi_test_…`);
    expect(text.match(/NOI_\w+/g)!.filter((name) => !/^NOI_(API_URL|API_KEY)$/.test(name))).toEqual([]);
  }
});

test('lists the phrases that choose an outcome of the sandbox, one per item', async () => {
  const page = await read('/docs/sandbox');
  expect(page).toMatch(/<li>\s*<code>sandbox:completes<\/code>: [A-Z]/);
  expect(page).not.toMatch(/: - <code>/);
});

test('names only what exists in llms.txt and the API catalog, and serves documents as Markdown', async () => {
  const llms = await read('/llms.txt');
  const links = [...llms.matchAll(/\]\((\S+?)\)/g)].map(([, href]) => new URL(href!).pathname);
  expect(links).toEqual(expect.arrayContaining(['/docs.md', '/developers.md', '/developers/errors.md']));
  const catalog = await open('/.well-known/api-catalog');
  expect(catalog.headers.get('content-type')).toContain('application/linkset+json');
  const hrefs = [...catalog.text.matchAll(/"href":"([^"]+)"/g)].map(([, href]) => new URL(href!).pathname);
  expect(hrefs.length).toBeGreaterThan(3);
  for (const path of [...links, ...hrefs]) expect([path, (await open(path)).status]).toEqual([path, 200]);
  for (const path of links.filter((one) => one.endsWith('.md'))) {
    const { text, headers } = await open(path);
    expect([path, headers.get('content-type')]).toEqual([path, 'text/markdown; charset=utf-8']);
    expect(text.replace(/```.*?```/gs, '')).not.toMatch(/<\w+[ >]|&(amp|lt|quot|#39);/);
  }
  const full = await read('/llms-full.txt');
  for (const heading of ['# API reference', '### POST /v1/evaluations']) expect(full).toContain(heading);
  for (const path of links.filter((one) => /^\/developers.*\.md$/.test(one))) {
    const { text, headers } = await open(path.replace(/\.md$/, ''), { accept: 'text/markdown, text/html;q=0.5' });
    expect([path, headers.get('content-type'), headers.get('vary')]).toEqual([
      path,
      'text/markdown; charset=utf-8',
      'Accept, Accept-Encoding',
    ]);
    expect([text, full.includes(text)]).toEqual([await read(path), true]);
  }
  const errors = await read('/developers/errors.md');
  for (const code of Object.keys(FAILURES)) expect(errors).toContain(`\n- \`${code}\`: **`);
});
