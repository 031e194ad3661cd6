import { readFileSync } from 'node:fs';
import { Client, type ClientConfig } from 'pg';

/** Parameters of a connection string that name a file. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const CERTIFICATE =
  /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;
const WITHOUT_TLS = 'The server does not support SSL connections';

/**
 * Options of a connection to PostgreSQL, for clients and pools alike. TLS is part of the connection string
 * (docs/operations.md, TLS to PostgreSQL).
 *
 * @throws Error naming a file of the connection string that cannot be read
 */
export function connectionTo(url: string): { connectionString: string } {
  const named = URL.canParse(url) ? new URL(url).searchParams : new URLSearchParams();
  for (const parameter of FILES) {
    const path = named.get(parameter);
    if (path === null) continue;
    try {
      readFileSync(path);
    } catch (cause) {
      throw new Error(`DATABASE_URL: ${parameter} cannot be read (${(cause as Error).message})`, { cause });
    }
  }
  return { connectionString: url };
}

/** True if the two sides do not agree on TLS: an unknown authority, another name, an expired certificate. */
export function isTlsFailure({ code, message }: { code?: unknown; message?: string }): boolean {
  return (typeof code === 'string' && CERTIFICATE.test(code)) || message?.startsWith(WITHOUT_TLS) === true;
}

/**
 * Client whose errors of TLS say which setting to put right. A connection that breaks while no query waits fails the
 * next one and nothing else: without a listener at that moment, such as between two statements of a transaction or while
 * a pool hands it on, Node would end the process.
 */
export class DatabaseClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }

  override connect(): Promise<Client>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<Client> | void {
    if (callback) return super.connect((error: Error, client?: Client) => callback(this.#explained(error), client));
    return super.connect().catch((error: Error) => {
      throw this.#explained(error);
    });
  }

  // The same error: its code distinguishes an outage from a fault.
  #explained(error: Error): Error {
    if (!error || !isTlsFailure(error)) return error;
    const advice = 'check sslmode, sslrootcert and the host in DATABASE_URL';
    error.message += `: PostgreSQL at ${this.host}:${this.port} was asked for TLS; ${advice}`;
    return error;
  }
}

type Connected = (error: Error, client?: Client) => void;
