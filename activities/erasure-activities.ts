import { heartbeat, log } from '@temporalio/activity';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { Failure } from '../base/failures';
import { hashSuppressed } from '../base/tokens';
import { finishErasure, findErasure, recordDeletedSession, purgeAccountData } from '../modules/erasure/store/purge';
import type { ActivityDeps } from './deps';
import { callAgents, finalFailure, retryableFailure } from './failures';

/** Activities that erase an account for good. Each is idempotent. */
export function createErasureActivities({ db, agents, tokenSecrets }: ActivityDeps) {
  const hashed = (email: string) => hashSuppressed(tokenSecrets ?? [], email)[0] ?? null;

  return {
    /**
     * Deletes or blanks the remaining data of the account; returns how many unfinished runs and scans still keep
     * theirs.
     */
    async purgeAccount(accountId: string): Promise<{ unfinished: number }> {
      return purgeAccountData(db, accountId, hashed).catch(rethrown);
    },

    /** Deletes the account's sessions at the agent provider one by one; each stays listed until it is deleted. */
    deleteAccountSessions,

    /**
     * Blanks the address and records that the erasure is complete, once nothing is left. What came since the purge, or
     * with a restore of the database, is deleted first.
     */
    async completeErasure(accountId: string): Promise<{ sessionsDeleted: number }> {
      await deleteAccountSessions(accountId);
      const done = await finishErasure(db, accountId, hashed).catch(rethrown);
      if (!done)
        throw retryableFailure(ACTIVITY_FAILURES.erasureUnfinished, 'Work or sessions of the account are left');
      log.info('an account was erased', { accountId });
      return done;
    },
  };

  async function deleteAccountSessions(accountId: string): Promise<void> {
    let deleted = 0;
    for (const sessionId of (await findErasure(db, accountId))?.sessionIds ?? []) {
      await callAgents(() => agents.erase(sessionId));
      await recordDeletedSession(db, accountId, sessionId);
      heartbeat({ deleted: ++deleted });
    }
  }
}

// A workflow that a restored database does not know must not end as if it had erased.
function rethrown(error: unknown): never {
  if (error instanceof Failure && error.code === 'not_found')
    throw finalFailure(ACTIVITY_FAILURES.erasureNotFound, error.message);
  throw error;
}
