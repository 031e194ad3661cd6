import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { createSecureContext, createServer, type SecureContext, type TLSSocket } from 'node:tls';
import { createAuthority, type Authority } from './authority';
import { portOfName } from './names';

const LOOPBACK = '127.0.0.1';

/** Stand-in for the public internet: https on every host name, answered by processes of this machine. */
export interface Internet {
  /** Signs the certificates of all names. */
  authority: Authority;
  /** File with the authority's certificate, in PEM. */
  authorityFile: string;
  /** Environment of a Node process that is to be on it ({@link file://./preload.ts}). */
  settings: { NODE_OPTIONS: string; STAND_IN_INTERNET: string };
  close(): Promise<void>;
}

/** What answers for which name, by port: vendors by host name, all reserved names (RFC 2606) together. */
export interface Sites {
  vendors: Readonly<Record<string, number>>;
  samples: number;
}

/** Starts the internet on a free port, with a new authority whose certificate is written to `folder`. */
export async function startInternet(folder: string, sites: () => Sites): Promise<Internet> {
  const authority = createAuthority('Stand-in internet');
  const contexts = new Map<string, SecureContext>();
  const contextOf = (name: string) => {
    const { pem, key } = authority.issue({ name });
    return createSecureContext({ cert: pem, key });
  };
  // One for each name, so that clients can resume their sessions.
  const SNICallback = (name: string, done: (error: null, context: SecureContext) => void) => {
    if (!contexts.has(name)) contexts.set(name, contextOf(name));
    done(null, contexts.get(name)!);
  };
  const open = new Set<Socket>();
  const server = createServer({ SNICallback }, (socket) => passOn(socket, sites()));
  server.on('connection', (socket: Socket) => void open.add(socket.once('close', () => open.delete(socket))));
  // A caller that leaves during the handshake is no fault of this server.
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

/** Pipes a decrypted connection to whoever answers for its name; drops it where nobody does. */
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
