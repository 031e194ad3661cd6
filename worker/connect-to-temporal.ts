import { setTimeout as sleep } from 'node:timers/promises';
import { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import type { TemporalConnection } from '../providers/temporal-client';

/** Limit of one attempt; the SDK itself gives a server that accepts and never answers 30 s. */
const ATTEMPT_MS = 10_000;
const RETRY_AFTER_MS = 2_000;

/** Connects to Temporal, retrying until the server answers, which the SDK does not. Exits the process on abort. */
export async function connectToTemporal(
  connection: TemporalConnection,
  log: Logger,
  signal: AbortSignal,
): Promise<NativeConnection> {
  for (;;) {
    try {
      return await attempt(connection, signal);
    } catch (error) {
      if (signal.aborted) process.exit(0);
      log.warn({ err: error, address: connection.address }, 'Temporal cannot be reached; trying again in 2 s');
      await sleep(RETRY_AFTER_MS, undefined, { signal }).catch(() => process.exit(0));
    }
  }
}

async function attempt(options: TemporalConnection, signal: AbortSignal): Promise<NativeConnection> {
  const connecting = NativeConnection.connect(options);
  const settled = new AbortController();
  const late = sleep(ATTEMPT_MS, undefined, { signal: AbortSignal.any([signal, settled.signal]) }).then(() => {
    throw new Error(`Temporal did not answer within ${ATTEMPT_MS / 1_000} s`);
  });
  try {
    return await Promise.race([connecting, late]);
  } catch (error) {
    // A connection that is made late is not used.
    connecting.then(
      (connection) => connection.close(),
      () => undefined,
    );
    throw error;
  } finally {
    settled.abort();
  }
}
