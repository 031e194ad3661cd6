import type { Database } from '../../prisma/client';

/**
 * Identity of this deployment at the payment provider: the configured one, else the one that the database was born
 * with, which survives another domain and comes back with a backup. Read once for each process; a failed read is
 * repeated by the next call.
 */
export function deploymentIdOf(db: Database, configured: string | undefined): () => Promise<string> {
  let known = configured;
  return async () => (known ??= (await db.prisma.deployment.findFirstOrThrow()).id);
}
