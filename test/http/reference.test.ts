import { allEndpoints } from '../../api/endpoints/table';
import { STATUS_CODES } from 'node:http';
import { problemsOf, statusOf } from '../../http/problem';
import { call } from '../support/api';
import { textOfHtml } from '../support/html-text';
import { useApi } from '../support/use';

const { api } = useApi();

const MAX_PAGE_BYTES = 100_000;
const ours = () => allEndpoints(api.url).filter(({ internal }) => !internal);
const read = async (path: string) => (await call(api, 'GET', path)).text;
const partOf = (page: string, id: string) =>
  new RegExp(`<section[^>]*\\sid="${id}".*?</section>`, 's').exec(page)?.[0] ?? '';

test('the reference has every endpoint with each status, code, parameter and field, and no page is too large', async () => {
  const index = await read('/docs');
  expect(Buffer.byteLength(index)).toBeLessThan(MAX_PAGE_BYTES);
  for (const tag of new Set(ours().map((spec) => spec.tag))) {
    const page = await read(`/docs/${tag}`);
    expect([tag, Buffer.byteLength(page)]).toEqual([tag, expect.any(Number)]);
    expect(Buffer.byteLength(page)).toBeLessThan(MAX_PAGE_BYTES);
    for (const spec of ours().filter((one) => one.tag === tag)) {
      expect(index).toContain(`href="/docs/${tag}#${spec.operationId}"`);
      const part = partOf(page, spec.operationId);
      expect([spec.operationId, textOfHtml(part)]).toEqual([spec.operationId, expect.stringContaining(spec.path)]);
      for (const code of problemsOf(spec)) {
        expect(part).toContain(`/developers/errors#${code}`);
        expect(part).toContain(`<dt>${statusOf(spec, code)}</dt>`);
      }
      for (const status of Object.keys(spec.responses)) {
        expect(part).toContain(`${status}</span> ${STATUS_CODES[status]}`);
      }
      const fields = [...Object.keys(spec.query?.properties ?? {}), ...Object.keys(spec.body?.properties ?? {})];
      // Those of a body that an endpoint above has, too, are shown there.
      for (const name of fields) expect(page).toContain(`<code>${name}</code>`);
    }
  }
});

test('a link within the reference leads to something that is there', async () => {
  for (const tag of new Set(ours().map((spec) => spec.tag))) {
    const page = await read(`/docs/${tag}`);
    const ids = [...page.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id!);
    expect([tag, ids.filter((id, place) => ids.indexOf(id) !== place)]).toEqual([tag, []]);
    for (const [, path, anchor] of page.matchAll(/href="(\/docs\/[\w-]+)?#([\w.-]+)"/g)) {
      const target = path ? await read(path) : page;
      expect([tag, anchor, target.includes(`id="${anchor}"`)]).toEqual([tag, anchor, true]);
    }
  }
});

test('constraints of fields are said in words', async () => {
  const part = textOfHtml(partOf(await read('/docs/evaluations'), 'createEvaluation')).replaceAll(/\s+/g, ' ');
  expect(part).toContain('idea string required');
  expect(part).toContain('10 to 4,000 characters');
  expect(part).toContain('Idempotency-Key string required');
  expect(part).toContain('Needs a live key with evaluations:create');
});
