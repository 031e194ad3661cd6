import { tmpdir } from 'node:os';
import { createTemplate } from './database';
import { memoryFolder, startRealParts, type RealParts } from './real-parts';

declare global {
  // Passed from Jest's globalSetup to its globalTeardown, which run in the same process.
  var realParts: RealParts | undefined;
}

/**
 * Jest's globalSetup: starts one PostgreSQL server and one Temporal server for the whole run, and sets environment
 * variables that tell tests their addresses. Keeps all files in memory if the system allows it.
 */
export default async function globalSetup(): Promise<void> {
  process.env.TMPDIR = memoryFolder() ?? tmpdir();
  const parts = await startRealParts();
  globalThis.realParts = parts;
  process.env.TEST_DATABASE_URL = parts.databaseUrl;
  process.env.TEST_TEMPORAL_ADDRESS = parts.temporalAddress;
  await createTemplate(parts.databaseUrl);
}
