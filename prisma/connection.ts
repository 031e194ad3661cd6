import { readFileSync } from 'node:fs';
import { Client, type ClientConfig } from 'pg';

/** Parameters of a connection string that name a file. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const CERTIFICATE =
  /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;
const WITHOUT_TLS = 'The server does not support SSL connections';

/** Options of a connection to PostgreSQL. @throws Error naming a file of the connection string that cannot be read */
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

function isTlsFailure({ code, message }: { code?: unknown; message?: string }): boolean {
  return (typeof code === 'string' && CERTIFICATE.test(code)) || message?.startsWith(WITHOUT_TLS) === true;
}

/**
 * Client whose errors of TLS say which setting to correct. A connection that breaks while no query waits fails the next
 * one: without a listener, such as between two statements of a transaction, Node would end the process.
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

/** Why the database cannot be used; `ok` if it can. */
export type DatabaseState = 'ok' | 'read_only' | 'disk_full' | 'refused' | 'unreachable';

/** What an unavailable database does, as the rest of a sentence about PostgreSQL. */
export const DATABASE_WORDS: Record<Exclude<DatabaseState, 'ok'>, string> = {
  read_only: 'accepts no writes',
  disk_full: 'has no space left on its disk',
  refused: 'refuses the session',
  unreachable: 'did not answer',
};

/** SQLSTATE codes of a server that accepts no writes: a standby, `default_transaction_read_only`. */
const READ_ONLY = /^25006$/;
/** No space left, or none allowed for temporary files (`temp_file_limit`). */
const DISK_FULL = /^53[14]00$/;
/** SQLSTATE codes of a refused connection: no login, no such database, none allowed, too many. */
const REFUSED = /^(28...|3D000|53300|55000)$/;

/**
 * Other codes of a server that cannot do its work: SQLSTATE of connections (08), resources (53), operators (57P0x), the
 * system (58), time limits of transactions, locks and statements; Node's of the network; Prisma's of the connection.
 */
const UNREACHABLE =
  /^(08...|25P03|53...|55P03|57014|57P0.|58...|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|P1001|P1002|P1008|P1011|P1017|P2024|P2028)$/;

// Client errors without a code: no connection in time, no response in time, and other statements of that connection.
const NO_ANSWER =
  /connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|not queryable|DatabaseNotReachable|TlsConnectionError|SocketTimeout|ConnectionClosed/i;

/** True if the database cannot be used, rather than a statement wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return databaseStateOf(error) !== 'ok';
}

/** State of the database that an error of pg or of Prisma shows; `ok` if the statement was wrong. */
export function databaseStateOf(error: unknown): DatabaseState {
  // By shape, not by class: Node's own errors can come from another realm than this code.
  if (typeof error !== 'object' || error === null) return 'ok';
  const { code, originalCode, severity, cause, errors, message, meta } = error as DriverError;
  const shown = [originalCode, code].map(String);
  const has = (codes: RegExp) => shown.some((one) => codes.test(one));
  if (has(READ_ONLY)) return 'read_only';
  if (has(DISK_FULL)) return 'disk_full';
  if (has(REFUSED)) return 'refused';
  if (has(UNREACHABLE) || NO_ANSWER.test(message ?? '')) return 'unreachable';
  if (isTlsFailure({ code: originalCode ?? code, ...(message && { message }) })) return 'unreachable';
  const inner = [cause, meta?.driverAdapterError, ...(errors ?? [])].map(databaseStateOf).find((one) => one !== 'ok');
  // Whatever else ended the session or kept it from beginning, such as a revoked CONNECT privilege (42501).
  return inner ?? (severity === 'FATAL' || severity === 'PANIC' ? 'refused' : 'ok');
}

/** Parts of an error of pg or of Prisma, which puts the server's own error under `meta` and its code under a code of its own. */
type DriverError = Partial<Error> & {
  code?: unknown;
  originalCode?: unknown;
  severity?: unknown;
  errors?: unknown[];
  meta?: { driverAdapterError?: unknown };
};

/** PostgreSQL: no such table, no such column; Prisma: the same. */
const LACKING = new Set(['42P01', '42703', 'P2021', 'P2022']);

/** True if a statement names a table or a column that the database does not have: it waits for a migration. */
export function lacksRelation(error: unknown): boolean {
  return LACKING.has((error as { code?: string } | null)?.code ?? '');
}
