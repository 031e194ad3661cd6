import { call } from '../support/api';
import { useApi } from '../support/use';

const { api } = useApi();

test('the licences of what we ship are a page, and their texts a file', async () => {
  const { status, text } = await call(api, 'GET', '/licences');
  expect([status, text.includes('>koa<'), text.includes('>MIT<')]).toEqual([200, true, true]);
  const texts = await call(api, 'GET', '/licences.txt');
  expect([texts.status, texts.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8']);
  expect(texts.text).toMatch(/^koa: LICENSE\n\n\(The MIT License\)/m);
});
