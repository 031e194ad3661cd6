import { once } from 'node:events';
import { request, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { Certificate } from '../../stand-ins/internet/internet';
import { freePort, LOOPBACK } from '../ports';

/** An API behind the proxy. `metrics` is the base URL of its metrics and health checks. */
export interface ProxiedApi {
  url: string;
  metrics: string;
}

export async function freeApi(): Promise<ProxiedApi> {
  const [port, metrics] = [await freePort(), await freePort()];
  return { url: `http://${LOOPBACK}:${port}`, metrics: `http://${LOOPBACK}:${metrics}` };
}

export const listeningAt = ({ url, metrics }: ProxiedApi) => ({
  PORT: new URL(url).port,
  METRICS_PORT: new URL(metrics).port,
});

const HEALTH_EVERY_MS = 1_000;
const HEALTH_WITHIN_MS = 2_000;
const HOP_BY_HOP = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade'];

/**
 * Replaces Caddy in docker-compose.yml: terminates TLS, balances load, and appends the caller's IP address to
 * X-Forwarded-For. Retries a request with the next API only if the connection failed. After any other failure it
 * answers 502, because the API may have handled the request.
 */
export async function startProxy(port: number, { pem: cert, key }: Certificate, apis: readonly ProxiedApi[]) {
  const rotation = rotate(apis);
  const server = createServer({ cert, key }, (incoming, outgoing) => passOn(incoming, outgoing, rotation.next()));
  // No limit here, because the API has its own.
  server.requestTimeout = 0;
  server.listen(port, LOOPBACK);
  await once(server, 'listening');
  return {
    url: `https://${LOOPBACK}:${port}`,
    async close() {
      rotation.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Round robin. APIs that are not ready come last. */
function rotate(apis: readonly ProxiedApi[]): { next: () => string[]; close: () => void } {
  const unready = new Set<string>();
  let turn = 0;
  const checkHealth = async ({ url, metrics }: ProxiedApi) => {
    const ready = await fetch(`${metrics}/health/ready`, { signal: AbortSignal.timeout(HEALTH_WITHIN_MS) })
      .then(async (answer) => answer.ok && (await answer.arrayBuffer()) !== null)
      .catch(() => false);
    if (ready) unready.delete(url);
    else unready.add(url);
  };
  const timers = apis.map((api) => setInterval(() => void checkHealth(api), HEALTH_EVERY_MS));
  const next = () => {
    turn += 1;
    const inTurn = apis.map((_, index) => apis[(turn + index) % apis.length]!.url);
    return [...inTurn.filter((api) => !unready.has(api)), ...inTurn.filter((api) => unready.has(api))];
  };
  return { next, close: () => timers.forEach((timer) => clearInterval(timer)) };
}

function passOn(incoming: IncomingMessage, outgoing: ServerResponse, [target, ...others]: string[]): void {
  if (target === undefined) return void outgoing.writeHead(502).end();
  const { method = 'GET', url: path = '/', headers, socket } = incoming;
  const before = headers['x-forwarded-for'];
  const caller = socket.remoteAddress ?? '';
  const passedOn = request({
    host: LOOPBACK,
    port: new URL(target).port,
    method,
    path,
    headers: { ...kept(headers), 'x-forwarded-for': before ? `${String(before)}, ${caller}` : caller },
    // Opens a new connection per request, because a stopping API may close an idle one.
    agent: false,
  });
  let connected = false;
  passedOn.once('socket', (upstream) => {
    upstream.once('connect', () => {
      connected = true;
      incoming.pipe(passedOn);
    });
  });
  passedOn.once('response', (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, kept(answer.headers));
    answer.pipe(outgoing);
    answer.once('error', () => outgoing.destroy());
  });
  passedOn.on('error', () => {
    if (outgoing.destroyed) return;
    if (!connected) passOn(incoming, outgoing, others);
    else if (outgoing.headersSent) outgoing.destroy();
    else outgoing.writeHead(502).end();
  });
  outgoing.once('close', () => passedOn.destroy());
}

const kept = (headers: IncomingMessage['headers']) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.includes(name)));
