import { heartbeat, log } from '@temporalio/activity';
import { ACTIVITY_FAILURES } from '../base/activity-failures';
import { Failure } from '../base/failures';
import { hashSuppressed } from '../base/tokens';
import { finishErasure, findErasure, recordDeletedSession, purgeAccountData } from '../modules/erasure/store/purge';
import type { ActivityDeps } from './deps';
import { callAgents, finalFailure, retryableFailure } from './failures';

/** Activities that erase an account permanently. Each is idempotent. */
export function createErasureActivities({ db, agents, tokenSecrets }: ActivityDeps) {
  const hashed = (email: string) => hashSuppressed(tokenSecrets ?? [], email)[0] ?? null;

  return {
    /** Deletes or blanks the account's remaining data. Returns how many unfinished runs and scans still have data. */
    async purgeAccount(accountId: string): Promise<{ unfinished: number }> {
      return purgeAccountData(db, accountId, hashed).catch(rethrown);
    },

    /** Deletes the account's sessions at the agent provider one by one. Each stays in the list until it is deleted. */
    deleteAccountSessions,

    /**
     * Once nothing remains, blanks the email address and records that the erasure is complete. First deletes data that
     * appeared after the purge or came back with a restore of the database.
     */
    async completeErasure(accountId: string): Promise<{ sessionsDeleted: number }> {
      await deleteAccountSessions(accountId);
      const done = await finishErasure(db, accountId, hashed).catch(rethrown);
      if (!done) throw retryableFailure(ACTIVITY_FAILURES.erasureUnfinished, 'Work or sessions of the account remain');
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

// Rethrows an error. If a restored database lacks the erasure, the workflow must not end as if the account were erased.
function rethrown(error: unknown): never {
  if (error instanceof Failure && error.code === 'not_found')
    throw finalFailure(ACTIVITY_FAILURES.erasureNotFound, error.message);
  throw error;
}
