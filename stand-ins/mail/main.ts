import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { isOfThisMachine } from '../base/http';

/**
 * Runs the mail stand-in: emulate's Resend on loopback, with an inbox page and `GET /emails`. Reads HOST and PORT,
 * prints `{"listening": url}`. Its address itself shows the inbox. Mails are kept in memory and lost on a restart.
 */
async function main(): Promise<void> {
  const { createEmulator } = await import('emulate');
  const hostname = process.env.HOST ?? '127.0.0.1';
  const port = Number(process.env.PORT ?? 3100);
  // The emulator keeps its server to itself and has nothing at its address: the request is changed before it gets there.
  subscribe('http.server.request.start', (event) => {
    const { request, response } = event as { request: IncomingMessage; response: ServerResponse };
    hideFromOtherSites(response);
    if (!isOfThisMachine(request)) Object.assign(request, { method: 'GET', url: '/only-for-this-machine' });
    if (request.method === 'GET' && request.url === '/') request.url = '/inbox';
  });
  const emulator = await createEmulator({ service: 'resend', hostname, port, baseUrl: `http://${hostname}:${port}` });
  process.once('SIGTERM', () => void emulator.close().then(() => process.exit(0)));
  process.stdout.write(`${JSON.stringify({ listening: emulator.url })}\n`);
}

/** Drops the headers by which the emulator lets scripts of any site read its answers. */
function hideFromOtherSites(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => (/^access-control-/i.test(name) ? response : setHeader(name, value));
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
