import { request, type OutgoingHttpHeaders } from 'node:http';
import { startTemporal } from '../../local/temporal/start-temporal';
import { createCollector } from '../../stand-ins/collector/collector';
import { eventually } from '../support/eventually';
import { startInbox } from '../support/mails';
import { program } from '../support/processes';
import { startAgents } from '../support/agents';
import { startProvider } from '../support/shop';
import { freePort } from '../../local/ports';

interface Seen {
  status: number;
  cors: string[];
}

/** Status and CORS headers of the response to a request with these headers. */
const ask = (url: string, headers: OutgoingHttpHeaders): Promise<Seen> =>
  new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, (answer) => {
      answer.resume();
      const cors = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
      resolve({ status: answer.statusCode!, cors });
    });
    sent.on('error', reject).end();
  });

/** Starts each server, and returns its URL and the path of a page that has content. */
const STARTED: Record<string, () => Promise<{ url: string; path: string; close(): Promise<unknown> }>> = {
  async agents() {
    return { ...(await startAgents()), path: '/' };
  },
  async payments() {
    const { provider, close } = await startProvider(await freePort());
    return { url: provider.url, path: '/', close };
  },
  async mail() {
    const port = await freePort();
    const mail = program('stand-ins/mail/main', { PORT: String(port) }, '"listening"');
    await mail.start();
    return { url: `http://127.0.0.1:${port}`, path: '/inbox', close: () => mail.kill() };
  },
  async collector() {
    const { server, close } = createCollector();
    const port = await freePort();
    server.listen(port, '127.0.0.1');
    return { url: `http://127.0.0.1:${port}`, path: '/', close };
  },
  async 'Temporal Web'() {
    const { webUrl, stop } = await startTemporal();
    const path = '/api/v1/namespaces';
    await eventually('it answers', async () => (await ask(webUrl + path, {})).status === 200, 60_000);
    return { url: webUrl, path, close: stop };
  },
};

test.each(Object.entries(STARTED))(
  '%s answers only requests for local hosts, and no scripts of other sites',
  async (_, start) => {
    const { url, path, close } = await start();
    const { host } = new URL(url);
    const here = await Promise.all(
      [{}, { host: `localhost:${host.split(':')[1]}` }, { origin: `http://${host}` }].map((sent) =>
        ask(url + path, sent),
      ),
    );
    expect(here).toEqual(here.map(() => ({ status: 200, cors: [] })));
    for (const sent of [
      { host: 'rebound.test' },
      { host: '127.0.0.1.rebound.test' },
      { origin: 'http://other.test' },
    ]) {
      const { status, cors } = await ask(url + path, sent);
      expect([sent, status >= 400, cors]).toEqual([sent, true, []]);
    }
    await close();
  },
  90_000,
);

test('the inbox shows an email with its text and frames its HTML without scripts', async () => {
  const { url, mailer, close } = await startInbox();
  const html =
    '<html><head></head><body><a href="https://example.com/">Read</a><script>alert(1)</script></body></html>';
  await mailer.send({
    to: 'a@example.com',
    subject: 'Pursue <b>78</b>',
    html,
    text: 'Plain & short',
    idempotencyKey: 'k',
  });
  const list = await (await fetch(url)).text();
  expect(list).toContain('Pursue &lt;b&gt;78&lt;/b&gt;');
  const path = /"(\/inbox\/[\w-]+)"/.exec(list)![1]!;
  expect(await (await fetch(url + path)).text()).toContain('Plain &amp; short');
  const framed = await fetch(`${url}${path}/html`);
  expect(framed.headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox allow-popups/);
  expect(await framed.text()).toContain('<base target="_blank" />');
  expect((await fetch(`${url}/inbox/none`)).status).toBe(404);
  await close();
});
