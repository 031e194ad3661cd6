import { isTlsFailure } from './connection';

const UNAVAILABLE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EPIPE',
  'P1001', // Prisma: cannot reach the server
  'P1002',
  'P1008',
  'P1011', // Prisma: no agreement on TLS
  'P1017', // Prisma: the server closed the connection
  'P2024',
  'P2028', // Prisma: no connection in time for a read of several statements
  '08000',
  '08003',
  '08006',
  '25P03', // idle in transaction for too long
  '53300', // too many connections
  '55P03', // lock not available in time
  '57014', // statement timeout
  '57P01', // admin shutdown
  '57P02', // crash shutdown
  '57P03', // cannot connect now
]);

// Client errors without a code: no connection in time, no response in time, and other statements of that connection.
const NO_ANSWER =
  /connection terminated|timeout exceeded when trying to connect|Query read timeout|timeout expired|not queryable|DatabaseNotReachable|TlsConnectionError|SocketTimeout|ConnectionClosed/i;

/** True if the database is unreachable or not responding, rather than a statement wrong. */
export function isDatabaseUnavailable(error: unknown): boolean {
  // By shape, not by class: Node's own errors can come from another realm than this code.
  if (typeof error !== 'object' || error === null) return false;
  const { code, originalCode, cause, errors, message, meta } = error as DriverError;
  if ([code, originalCode].some((each) => typeof each === 'string' && UNAVAILABLE.has(each))) return true;
  if (NO_ANSWER.test(message ?? '') || isTlsFailure({ code: originalCode ?? code, ...(message && { message }) }))
    return true;
  return [cause, meta?.driverAdapterError, ...(errors ?? [])].some(isDatabaseUnavailable);
}

/** Parts of an error of pg or of Prisma, which puts the server's own error under `meta` and its code under a code of its own. */
type DriverError = Partial<Error> & {
  code?: unknown;
  originalCode?: unknown;
  errors?: unknown[];
  meta?: { driverAdapterError?: unknown };
};
