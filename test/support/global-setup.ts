import { createTemplate } from '../../tools/support/database';
import { startRealParts, type RealParts } from '../../tools/support/real-parts';

declare global {
  // Handed from jest's globalSetup to its globalTeardown, which run in the same process.
  var realParts: RealParts | undefined;
}

/** Jest's globalSetup: one PostgreSQL and one Temporal for the whole run; tests find them by environment variables. */
export default async function globalSetup(): Promise<void> {
  const parts = await startRealParts();
  globalThis.realParts = parts;
  process.env.TEST_DATABASE_URL = parts.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = parts.temporalAddress;
  await createTemplate(parts.databaseUrl);
}
