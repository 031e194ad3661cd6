import { readFileSync } from 'node:fs';
import { createSecureServer, type Http2SecureServer } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { Client, Connection } from '@temporalio/client';
import { NativeConnection } from '@temporalio/worker';
import { pino } from 'pino';
import { PACKAGE_ROOT } from '../../base/package-root';
import { temporalAccess } from '../../vendors/temporal-client';
import { prepareNamespace } from '../../worker/create-worker';
import { collectWorkerLog } from '../support/stack';

const pathOf = (name: string) => join(PACKAGE_ROOT, 'test', 'fixtures', 'tls', name);
const pem = (name: string) => readFileSync(pathOf(name));
const CERTIFICATES = { key: pem('server.key'), cert: pem('server.pem'), ca: pem('ca.pem') };
const TRUST = { TEMPORAL_TLS_SERVER_CA_CERT_PATH: pathOf('ca.pem'), TEMPORAL_TLS_SERVER_NAME: 'temporal.test' };
const CLIENT = {
  TEMPORAL_TLS_CLIENT_CERT_PATH: pathOf('client.pem'),
  TEMPORAL_TLS_CLIENT_KEY_PATH: pathOf('client.key'),
};

/** The test's Temporal server behind a TLS proxy that requires client certificates from our CA. */
async function temporalBehindTls(): Promise<{ address: string; close(): Promise<void> }> {
  const [host, port] = process.env.TEST_TEMPORAL_ADDRESS!.split(':');
  const server = createServer({ ...CERTIFICATES, requestCert: true, ALPNProtocols: ['h2'] }, (near) => {
    const far = connect(Number(port), host);
    near.on('error', () => far.destroy()).on('close', () => far.destroy());
    far.on('error', () => near.destroy()).on('close', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  return listening(server);
}

async function listening(server: ReturnType<typeof createServer> | Http2SecureServer) {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

beforeAll(() => collectWorkerLog());

test('connects client and worker to a Temporal that requires mutual TLS', async () => {
  const server = await temporalBehindTls();
  const { connection: options, namespace } = temporalAccess({ TEMPORAL_ADDRESS: server.address, ...TRUST, ...CLIENT });
  const connection = await Connection.connect(options);
  const native = await NativeConnection.connect(options);
  const workflows = new Client({ connection, namespace }).workflow.list();
  expect((await workflows[Symbol.asyncIterator]().next()).done).toBeDefined();
  await native.close();
  await connection.close();
  await server.close();
});

test('explains a missing namespace in one sentence when the worker starts', async () => {
  const native = await NativeConnection.connect({ address: process.env.TEST_TEMPORAL_ADDRESS! });
  const prepared = prepareNamespace(native, 'nowhere', pino({ level: 'silent' }));
  await expect(prepared).rejects.toThrow(
    /^TEMPORAL_NAMESPACE: Temporal has no namespace nowhere\. .+ create it: [^\n]+$/,
  );
  await native.close();
});

test('sends an API key with every call, over TLS', async () => {
  const seen: (string | undefined)[] = [];
  const server = createSecureServer(CERTIFICATES, (request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(200, { 'content-type': 'application/grpc' });
    response.write(Buffer.alloc(5));
    response.addTrailers({ 'grpc-status': '0' });
    response.end();
  });
  const { address, close } = await listening(server);
  const { connection: options } = temporalAccess({ TEMPORAL_ADDRESS: address, TEMPORAL_API_KEY: 'a key', ...TRUST });
  const connection = await Connection.connect(options);
  await connection.workflowService.getSystemInfo({});
  expect(new Set(seen)).toEqual(new Set(['Bearer a key']));
  await connection.close();
  await close();
});
