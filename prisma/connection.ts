import { readFileSync } from 'node:fs';
import { Client, type ClientConfig } from 'pg';

/** Parameters of a connection string whose values are file names. */
const FILES = ['sslrootcert', 'sslcert', 'sslkey'] as const;
const CERTIFICATE =
  /^(SELF_SIGNED_|DEPTH_ZERO_|UNABLE_TO_(GET_ISSUER|VERIFY)|CERT_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH|ERR_TLS_CERT_)/;
const WITHOUT_TLS = 'The server does not support SSL connections';

/** Connection options for PostgreSQL. @throws Error naming an unreadable file from the connection string */
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
 * Client whose TLS errors say which setting to correct. Ignores errors of a connection that breaks while no query is
 * running, such as between two statements of a transaction, because Node would otherwise end the process. The next
 * query fails.
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

  // Modifies and returns the same error object, because its code distinguishes an outage from a fault.
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

/** Each value completes a sentence that starts with "PostgreSQL". */
export const DATABASE_WORDS: Record<Exclude<DatabaseState, 'ok'>, string> = {
  read_only: 'accepts no writes',
  disk_full: 'has no space left on its disk',
  refused: 'refuses the session',
  unreachable: 'did not answer',
};

/** SQLSTATE of a server that does not accept writes: a standby, or `default_transaction_read_only`. */
const READ_ONLY = /^25006$/;
/** The disk is full, or temporary files reached `temp_file_limit`. */
const DISK_FULL = /^53[14]00$/;
/** SQLSTATE codes of a refused connection: no login, unknown database, connections not allowed or too many. */
const REFUSED = /^(28...|3D000|53300|55000)$/;

/**
 * Other codes of an unusable server. SQLSTATE classes: connections (08), resources (53), operators (57P0x), system
 * (58). Timeouts of transactions, locks and statements. Node's network codes. Prisma's connection codes.
 */
const UNREACHABLE =
  /^(08...|25P03|53...|55P03|57014|57P0.|58...|ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|EPIPE|P1001|P1002|P1008|P1011|P1017|P2024|P2028)$/;

// Client errors that have no code: connection timeout, response timeout, and statements on a broken connection.
const NO_ANSWER =
  /connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|not queryable|DatabaseNotReachable|TlsConnectionError|SocketTimeout|ConnectionClosed/i;

/** True if the database cannot be used; false if the statement itself was wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return databaseStateOf(error) !== 'ok';
}

/** Database state implied by an error of pg or Prisma; `ok` if only the statement was wrong. */
export function databaseStateOf(error: unknown): DatabaseState {
  // Checks the shape instead of the class, because Node's errors can come from another realm.
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
  // Any other error that ended the session or prevented it, such as a missing CONNECT privilege (42501).
  return inner ?? (severity === 'FATAL' || severity === 'PANIC' ? 'refused' : 'ok');
}

/** Error from pg or Prisma. Prisma puts the server's error under `meta`, with the server's code in `originalCode`. */
type DriverError = Partial<Error> & {
  code?: unknown;
  originalCode?: unknown;
  severity?: unknown;
  errors?: unknown[];
  meta?: { driverAdapterError?: unknown };
};

/** Missing table or column: first PostgreSQL's codes, then Prisma's. */
const MISSING_RELATION = new Set(['42P01', '42703', 'P2021', 'P2022']);

/** True if a statement uses a table or column that does not exist yet, because a migration is pending. */
export function lacksRelation(error: unknown): boolean {
  return MISSING_RELATION.has((error as { code?: string } | null)?.code ?? '');
}
