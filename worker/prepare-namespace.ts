import type { NativeConnection } from '@temporalio/worker';
import type { Logger } from 'pino';
import { registerSearchAttributes } from '../providers/search-attributes';

/** Limit of the whole preparation, which must not keep a worker from its work. */
const WITHIN_MS = 10_000;

/**
 * Registers the search attributes that a namespace lacks, before workflows set them. Where the server does not let this
 * worker do so, as hosted ones do not, logs what an operator has to create; until then workflows stop where they set
 * one, and go on once it exists.
 */
export async function prepareNamespace(connection: NativeConnection, namespace: string, log: Logger): Promise<void> {
  try {
    await connection.withDeadline(Date.now() + WITHIN_MS, () => registerSearchAttributes(connection, namespace));
  } catch (error) {
    const cure = 'create those of contracts/search-attributes.ts (docs/operations.md, Temporal elsewhere)';
    log.error({ err: error, namespace }, `search attributes could not be registered; ${cure}`);
  }
}
