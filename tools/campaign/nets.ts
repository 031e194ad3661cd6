import { Client, Connection, isGrpcServiceError, ServiceError } from '@temporalio/client';
import { waitingFlaws } from '../support/waiting-invariants';
import type { Parts } from './parts';

/** Time for a sweep to act, of which some passes meet an outage. */
export const SWEPT_WITHIN_MS = 120_000;
const ANSWER_WITHIN_MS = 5_000;

/** Rows that wait for a workflow that is gone, and that no sweep takes up. Says nothing while Temporal is away. */
export async function withoutNet({ db, temporal }: Pick<Parts, 'db' | 'temporal'>): Promise<string[]> {
  const connection = Connection.lazy({ address: temporal().address });
  try {
    const client = new Client({ connection });
    return await client.withDeadline(Date.now() + ANSWER_WITHIN_MS, () => waitingFlaws(db, client, SWEPT_WITHIN_MS));
  } catch (error) {
    if (isGrpcServiceError(error) || error instanceof ServiceError) return [];
    throw error;
  } finally {
    await connection.close();
  }
}
