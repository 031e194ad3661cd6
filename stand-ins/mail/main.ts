import { createServer, request as ask, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeServer, forThisMachine, KEEP_ALIVE_MS, serve } from '../base/http';
import { htmlOf, inboxPage, MAIL_HEADERS, mailPage, PAGE_HEADERS, type KeptMail } from './pages';

/**
 * Runs the mail stand-in: emulate's Resend behind our own inbox page. Reads HOST and PORT, and prints `{"listening":
 * url}`. Mail is kept in memory and lost on restart.
 */
async function main(): Promise<void> {
  const { createEmulator } = await import('emulate');
  const hostname = process.env.HOST ?? '127.0.0.1';
  const port = Number(process.env.PORT ?? 3100);
  const behind = await freePort(hostname);
  const baseUrl = `http://${hostname}:${port}`;
  const emulator = await createEmulator({ service: 'resend', hostname, port: behind, baseUrl });
  const server = createServer(forThisMachine(answerFrom({ hostname, port: behind })));
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  serve({ server, close: () => closeServer(server).then(() => emulator.close()) }, hostname, port);
}

interface Emulator {
  hostname: string;
  port: number;
}

/** Serves pages to browsers, and forwards all other requests to the emulator. */
function answerFrom(emulator: Emulator) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const [, id, part] = /^\/inbox\/([\w-]+)(\/html)?$/.exec(request.url ?? '') ?? [];
    const isPage = request.method === 'GET' && (id !== undefined || ['/', '/inbox'].includes(request.url ?? ''));
    if (!isPage) return passOn(emulator, request, response);
    show(emulator, response, id, part).catch(() => response.destroy());
  };
}

async function show(emulator: Emulator, response: ServerResponse, id?: string, part?: string): Promise<void> {
  const { data } = await read<{ data: KeptMail[] }>(emulator, '/emails');
  const mail = data.find((each) => each.id === id);
  if (mail && part) return void response.writeHead(200, MAIL_HEADERS).end(htmlOf(mail));
  const isMissing = id !== undefined && !mail;
  response.writeHead(isMissing ? 404 : 200, PAGE_HEADERS).end(mail ? mailPage(mail) : inboxPage(data, isMissing));
}

async function read<T>({ hostname, port }: Emulator, path: string): Promise<T> {
  const answer = await fetch(`http://${hostname}:${port}${path}`, { headers: { authorization: 'Bearer inbox' } });
  return (await answer.json()) as T;
}

function passOn(emulator: Emulator, request: IncomingMessage, response: ServerResponse): void {
  const { method, url, headers } = request;
  const passed = ask({ ...emulator, method, path: url, headers }, (answer) => {
    // Drop the emulator's CORS headers, which would let scripts on any site read the inbox.
    const kept = Object.entries(answer.headers).filter(([name]) => !name.startsWith('access-control-'));
    response.writeHead(answer.statusCode!, Object.fromEntries(kept));
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  request.pipe(passed);
}

/** Finds a free port for the emulator, which cannot choose one itself. */
async function freePort(hostname: string): Promise<number> {
  const server: Server = createServer();
  await new Promise<void>((resolve) => server.listen(0, hostname, resolve));
  const { port } = server.address() as AddressInfo;
  await closeServer(server);
  return port;
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
