import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, createServer, type SecureContext, type TLSSocket } from 'node:tls';

const LOOPBACK = '127.0.0.1';

/** Stand-in for the public internet: https on every host name, answered by local processes. */
export interface Internet {
  authority: Authority;
  /** File with the authority's certificate (PEM). */
  authorityFile: string;
  /** Environment that puts a Node process on this internet ({@link file://./preload.ts}). */
  settings: { NODE_OPTIONS: string; STAND_IN_INTERNET: string };
  close(): Promise<void>;
}

/** Ports that serve the host names: one per vendor, and one for all reserved names (RFC 2606). */
export interface Sites {
  vendors: Readonly<Record<string, number>>;
  samples: number;
}

/** Starts the internet on a free port. Writes the certificate of a new authority to `folder`. */
export async function startInternet(folder: string, sites: () => Sites): Promise<Internet> {
  const authority = createAuthority('Stand-in internet');
  const contexts = new Map<string, SecureContext>();
  const contextOf = (name: string) => {
    const { pem, key } = authority.issue({ name });
    return createSecureContext({ cert: pem, key });
  };
  // One context per name, so that clients can resume TLS sessions.
  const SNICallback = (name: string, done: (error: null, context: SecureContext) => void) => {
    if (!contexts.has(name)) contexts.set(name, contextOf(name));
    done(null, contexts.get(name)!);
  };
  const open = new Set<Socket>();
  const server = createServer({ SNICallback }, (socket) => passOn(socket, sites()));
  server.on('connection', (socket: Socket) => void open.add(socket.once('close', () => open.delete(socket))));
  // Ignore errors of clients that disconnect during the handshake.
  server.on('tlsClientError', () => undefined);
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  mkdirSync(folder, { recursive: true });
  const authorityFile = join(folder, 'authority.pem');
  writeFileSync(authorityFile, authority.pem);
  return {
    authority,
    authorityFile,
    settings: {
      NODE_OPTIONS: `--require=${join(__dirname, 'preload.js')}`,
      STAND_IN_INTERNET: `${(server.address() as AddressInfo).port} ${authorityFile}`,
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}

/** Pipes a decrypted connection to the port for its host name, or drops it. */
function passOn(socket: TLSSocket, sites: Sites): void {
  const port = portFor(socket.servername || '', sites);
  socket.on('error', () => undefined);
  if (port === null) return void socket.destroy();
  const target = connect(port, LOOPBACK);
  target.on('error', () => undefined).on('close', () => socket.destroy());
  socket.on('close', () => target.destroy());
  socket.pipe(target).pipe(socket);
}

const RESERVED = /(?:^|\.)(?:example|example\.(?:com|net|org))$/;

function portFor(name: string, { vendors, samples }: Sites): number | null {
  return vendors[name] ?? portOfName(name) ?? (RESERVED.test(name) ? samples : null);
}

/** Host name of a local port on the stand-in internet. */
export const nameOfPort = (port: number): string => `port-${port}.example.net`;

/** Port in a name from {@link nameOfPort}; null for other names. */
function portOfName(name: string): number | null {
  const match = /^port-(\d{1,5})\.example\.net$/.exec(name);
  return match ? Number(match[1]) : null;
}

export interface Certificate {
  pem: string;
  key: string;
}

interface Authority extends Certificate {
  /** Issues a server certificate for a host name, or for an IP address if no name is given (default 127.0.0.1). */
  issue(subject?: { address?: string; name?: string }): Certificate;
}

const OID = {
  commonName: [0x55, 0x04, 0x03],
  basicConstraints: [0x55, 0x1d, 0x13],
  subjectAltName: [0x55, 0x1d, 0x11],
  ecdsaWithSha256: [0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02],
};
/** How long a certificate is valid before and after the time of issue. */
const VALID_MS = 30 * 86_400_000;

/** Creates a self-signed authority. Node cannot write X.509, and not every machine has openssl. */
export function createAuthority(label = 'Local authority'): Authority {
  // TLS clients look up issuers by name, so two authorities must not share a name.
  const name = `${label} ${randomBytes(4).toString('hex')}`;
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const constraints = extension(OID.basicConstraints, sequence(tlv(0x01, Buffer.from([0xff]))), true);
  const pem = certificate({ name, publicKey, issuer: name, signer: privateKey, extensions: [constraints] });
  return {
    pem,
    key: keyPem(privateKey),
    issue({ address = '127.0.0.1', name: host } = {}) {
      const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const names = host ? tlv(0x82, Buffer.from(host)) : tlv(0x87, Buffer.from(address.split('.').map(Number)));
      const extensions = [extension(OID.subjectAltName, sequence(names))];
      const of = { name: host ?? address, publicKey: pair.publicKey, issuer: name, signer: privateKey, extensions };
      return { pem: certificate(of), key: keyPem(pair.privateKey) };
    },
  };
}

function certificate(of: {
  name: string;
  publicKey: KeyObject;
  issuer: string;
  signer: KeyObject;
  extensions: Buffer[];
}): string {
  const algorithm = sequence(objectId(OID.ecdsaWithSha256));
  const body = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    // Serial numbers must be positive, so the first byte is 1.
    tlv(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(of.issuer),
    sequence(utcTime(Date.now() - VALID_MS), utcTime(Date.now() + VALID_MS)),
    nameOf(of.name),
    of.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...of.extensions)),
  );
  const signature = tlv(0x03, Buffer.concat([Buffer.from([0]), sign('sha256', body, of.signer)]));
  const text = sequence(body, algorithm, signature)
    .toString('base64')
    .replaceAll(/(.{64})/g, '$1\n');
  return `-----BEGIN CERTIFICATE-----\n${text.trimEnd()}\n-----END CERTIFICATE-----\n`;
}

const keyPem = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' }).toString();

function nameOf(text: string): Buffer {
  return sequence(tlv(0x31, sequence(objectId(OID.commonName), tlv(0x0c, Buffer.from(text)))));
}

function extension(oid: number[], value: Buffer, critical = false): Buffer {
  return sequence(objectId(oid), ...(critical ? [tlv(0x01, Buffer.from([0xff]))] : []), tlv(0x04, value));
}

function utcTime(ms: number): Buffer {
  const digits = new Date(ms).toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return tlv(0x17, Buffer.from(`${digits}Z`));
}

const objectId = (bytes: number[]) => tlv(0x06, Buffer.from(bytes));
const sequence = (...parts: Buffer[]) => tlv(0x30, Buffer.concat(parts));

/** A DER value: tag, length, content. */
function tlv(tag: number, value: Buffer): Buffer {
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), value]);
}
