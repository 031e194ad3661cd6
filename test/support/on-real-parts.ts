import { createTemplate } from './database';
import { startRealParts } from './real-parts';

/**
 * Runs `work` with a PostgreSQL and a Temporal that are stopped after it. Databases, stacks and shops find them as in
 * a test, by TEST_DATABASE_URL and TEST_TEMPORAL_ADDRESS.
 */
export async function onRealParts<T>(work: () => Promise<T>, options: { durable?: boolean } = {}): Promise<T> {
  const parts = await startRealParts(options);
  process.env.TEST_DATABASE_URL = parts.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = parts.temporalAddress;
  try {
    await createTemplate(parts.databaseUrl);
    return await work();
  } finally {
    await parts.stop();
  }
}
