import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ScriptedAnswer } from './behaviour';

/** Request as it came. */
export interface Seen {
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
}

/** Starts an API that answers by a script; the last answer is repeated. */
export async function startFaultServer(answers: readonly ScriptedAnswer[]) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const next = answers[Math.min(seen.length, answers.length - 1)] ?? {};
      seen.push({ path: request.url!, headers: request.headers, body });
      answer(response, next);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: seen as readonly Seen[],
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function answer(response: ServerResponse, step: ScriptedAnswer): void {
  if (step.silent) return;
  if (step.lost) {
    response.destroy();
    return;
  }
  if (step.endless) withoutEnd(response);
  else {
    const type = step.json === undefined ? 'text/html' : 'application/json';
    response.writeHead(step.status ?? 200, { 'content-type': type, ...step.headers });
    response.end(step.json === undefined ? step.text : JSON.stringify(step.json));
  }
}

function withoutEnd(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('x'.repeat(65_536)));
  };
  response.on('drain', more);
  more();
}
