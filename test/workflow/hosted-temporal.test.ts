import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  connect,
  createSecureServer,
  type IncomingHttpHeaders,
  type ServerHttp2Session,
  type ServerHttp2Stream,
} from 'node:http2';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Connection } from '@temporalio/client';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { temporalAccess } from '../../providers/temporal-access';
import { eventually } from '../support/eventually';
import { prepareProcesses, running } from '../support/processes';
import { use } from '../support/use';

const pathOf = (name: string) => join(PACKAGE_ROOT, 'test', 'fixtures', 'tls', name);
const KEY = 'key-of-the-namespace';
const TRUST = { TEMPORAL_TLS_SERVER_CA_CERT_PATH: pathOf('ca.pem'), TEMPORAL_TLS_SERVER_NAME: 'temporal.test' };
/** Status of gRPC: the caller did not say who it is. */
const UNAUTHENTICATED = '16';

/**
 * The test's Temporal server as a hosted one is reached: over TLS alone, and each call refused that does not bring the key.
 * Says which methods were called, and how many calls it refused.
 */
async function hostedTemporal() {
  const methods = new Set<string>();
  const sessions = new Set<ServerHttp2Session>();
  let refused = 0;
  const server = createSecureServer({
    key: readFileSync(pathOf('server.key')),
    cert: readFileSync(pathOf('server.pem')),
  });
  server.on('session', (session) => {
    const far = connect(`http://${process.env.TEST_TEMPORAL_ADDRESS!}`);
    far.on('error', () => session.destroy());
    sessions.add(session);
    session
      .on('error', () => far.destroy())
      .on('close', () => {
        sessions.delete(session);
        far.destroy();
      });
    session.on('stream', (near: ServerHttp2Stream, headers: IncomingHttpHeaders) => {
      near.on('error', () => undefined);
      const { authorization, ...others } = headers;
      if (authorization !== `Bearer ${KEY}`) {
        refused += 1;
        near.respond(
          { ':status': 200, 'content-type': 'application/grpc', 'grpc-status': UNAUTHENTICATED },
          { endStream: true },
        );
        return;
      }
      methods.add(String(headers[':path']).split('/').at(-1)!);
      passOn(near, far.request({ ...others, ':authority': process.env.TEST_TEMPORAL_ADDRESS! }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    methods,
    refused: () => refused,
    close: async () => {
      for (const session of sessions) session.destroy();
      await new Promise<void>((resolve) => void server.close(() => resolve()));
    },
  };
}

/** Hands a call on, its answer back, and the status of gRPC that ends it. */
function passOn(near: ServerHttp2Stream, far: ReturnType<ReturnType<typeof connect>['request']>): void {
  let trailers: IncomingHttpHeaders = {};
  far.on('error', () => near.close());
  far.on('response', (headers, flags) => {
    if (near.destroyed) return;
    // 1 ends the stream: an answer of headers alone.
    if (flags & 1) return near.respond(headers, { endStream: true });
    near.respond(headers, { waitForTrailers: true });
    near.on('wantTrailers', () => near.sendTrailers(trailers));
    far.pipe(near);
  });
  far.on('trailers', (ended) => (trailers = ended));
  near.on('close', () => far.close());
  near.pipe(far);
}

const hosted = use(hostedTemporal);

test('API and worker carry a run through a Temporal that asks for TLS and a key, which is a file and in no log', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'noi-key-'));
  writeFileSync(join(folder, 'key'), `${KEY}\n`);
  const { address, methods, refused } = hosted;
  const env = { ...TRUST, TEMPORAL_API_KEY_FILE: join(folder, 'key'), LOG_LEVEL: 'trace' };
  const product = await running(prepareProcesses({ apiTemporal: address, workerTemporal: address, env }));
  const { body } = await product.create('hosted');
  expect(await product.finished(body.runId, 120_000)).toMatchObject({ status: 'completed' });
  const ready = await fetch(`${product.metrics.worker}/health/ready`);
  expect({ ready: ready.status, refused: refused() }).toEqual({ ready: 200, refused: 0 });
  expect([...methods]).toEqual(
    expect.arrayContaining(['StartWorkflowExecution', 'PollWorkflowTaskQueue', 'RespondActivityTaskCompleted']),
  );
  await eventually('the API has logged', () => product.api.logged(body.runId).length > 0);
  expect([...product.api.logged(KEY), ...product.worker.logged(KEY)]).toEqual([]);
  await product.close();
  rmSync(folder, { recursive: true });
});

test.each([
  ['another key', { TEMPORAL_API_KEY: 'another', ...TRUST }],
  ['a key and no trust in its certificate', { TEMPORAL_API_KEY: KEY }],
])('%s reaches nothing there', async (_, settings) => {
  const { connection } = temporalAccess({ TEMPORAL_ADDRESS: hosted.address, ...settings });
  await expect(Connection.connect({ ...connection, connectTimeout: 2_000 })).rejects.toThrow(
    /UNAUTHENTICATED|Failed to connect/,
  );
});
