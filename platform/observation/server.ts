import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Health } from './health';

/** Pages of a process for those who run it. */
export interface ObservedProcess {
  /** Texts in Prometheus' format, in the order of the page. One that fails is left out. */
  metrics: readonly (() => Promise<string>)[];
  /** Failed checks ask for a restart: nothing of it may depend on another process. */
  live(): Promise<Health>;
  /** Failed checks ask to be spared work. */
  ready(): Promise<Health>;
}

/** Running server of the pages. */
export interface ObservationServer {
  url: string;
  close(): Promise<void>;
}

const TEXT = 'text/plain; version=0.0.4; charset=utf-8';

/** Serves the pages where METRICS_PORT says; null if it says nothing. @throws Error if it cannot listen there */
export async function observe(
  { METRICS_PORT: port, METRICS_HOST: host }: { METRICS_PORT: number | undefined; METRICS_HOST: string },
  observed: ObservedProcess,
): Promise<ObservationServer | null> {
  return port === undefined ? null : serveObservation(observed, { host, port });
}

/**
 * Serves GET `/metrics`, `/health/live` and `/health/ready` on a port of their own, without keys: reachable only for
 * those who run the product. Health is 200 or 503 with the checks.
 *
 * @throws Error if it cannot listen there
 */
export async function serveObservation(
  observed: ObservedProcess,
  { host, port }: { host: string; port: number },
): Promise<ObservationServer> {
  const server = createServer((request, response) => void answer(observed, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(new Error(`METRICS_PORT ${port}: ${error.message}`, { cause: error })));
    server.listen(port, host, resolve);
  });
  // A process that ends does not wait for open connections.
  server.unref();
  const { port: bound } = server.address() as AddressInfo;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`, close: () => closed(server) };
}

async function answer(observed: ObservedProcess, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url?.split('?', 1)[0];
  if (request.method !== 'GET' && request.method !== 'HEAD') return send(response, 405, TEXT, 'GET only\n');
  if (path === '/metrics') {
    const parts = await Promise.all(observed.metrics.map((part) => part().catch(() => '')));
    return send(response, 200, TEXT, parts.join(''));
  }
  if (path === '/health/live') return sendHealth(response, 'live', await observed.live());
  if (path === '/health/ready') return sendHealth(response, 'ready', await observed.ready());
  send(response, 404, TEXT, 'Here are /metrics, /health/live and /health/ready.\n');
}

function sendHealth(response: ServerResponse, name: string, { fine, checks, reasons }: Health): void {
  const body = JSON.stringify({ status: fine ? name : `not_${name}`, ...reasons, checks });
  send(response, fine ? 200 : 503, 'application/json', body);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' }).end(body);
}

function closed(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
