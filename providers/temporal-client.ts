import { Client, Connection } from '@temporalio/client';
import type { Tracing } from './tracing/tracing';
import type { TemporalAccess } from './temporal-access';

/**
 * A connection on which nothing comes back is probed and given up within 20 s; the SDK's own bound is 45 s. The server
 * refuses probes more often than every 10 s.
 */
const NOTICE_HALF_OPEN = { 'grpc.keepalive_time_ms': 12_000, 'grpc.keepalive_timeout_ms': 8_000 };

/**
 * Creates a client of Temporal that connects at its first call and notices half-open connections within 20 s. What it
 * does is recorded under `identity`.
 */
export function createTemporalClient(
  { connection, namespace }: TemporalAccess,
  identity: string,
  tracing: Pick<Tracing, 'clientInterceptors'> | null = null,
): Client {
  return new Client({
    connection: Connection.lazy({ ...connection, channelArgs: NOTICE_HALF_OPEN }),
    namespace,
    identity,
    ...(tracing && { interceptors: { workflow: tracing.clientInterceptors } }),
  });
}
