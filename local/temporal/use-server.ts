import { registerSearchAttributes } from '../../providers/search-attributes';
import { temporalAccess } from '../../providers/temporal-client';

const CONNECT_WITHIN_MS = 10_000;

/**
 * Prepares an external Temporal server: adds missing search attributes.
 *
 * @throws Error if it does not respond within 10 s, or refuses to add them
 */
export async function useServer(env: NodeJS.ProcessEnv): Promise<void> {
  const { connection: options, namespace } = temporalAccess(env);
  // Loaded lazily: it takes a third of a second that a start with the embedded server does not need.
  const { Connection } = await import('@temporalio/client');
  const connection = await Connection.connect({ ...options, connectTimeout: CONNECT_WITHIN_MS }).catch(
    (cause: unknown) => {
      throw new Error(`TEMPORAL_ADDRESS: no Temporal server answers at ${options.address}`, { cause });
    },
  );
  try {
    await registerSearchAttributes(connection, namespace);
  } finally {
    await connection.close();
  }
}
