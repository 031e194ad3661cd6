import { heartbeat } from '@temporalio/activity';
import { hashSuppressed } from '../platform/tokens';
import { finishErasure } from '../store/accounts/finish-erasure';
import { findErasure, recordDeletedSession } from '../store/accounts/record-deleted-session';
import { purgeAccountData } from '../store/accounts/purge-account';
import type { ActivityDeps } from './deps';
import { callAgents } from './failures';

/** Activities that erase an account for good. Each is idempotent. */
export function createErasureActivities({ db, agents, tokenSecrets }: ActivityDeps) {
  return {
    /**
     * Deletes or blanks the remaining data of the account; returns how many unfinished runs and scans still keep
     * theirs.
     */
    async purgeAccount(accountId: string): Promise<{ unfinished: number }> {
      return purgeAccountData(db, accountId, (email) => hashSuppressed(tokenSecrets ?? [], email)[0] ?? null);
    },

    /** Deletes the account's sessions at the agent provider one by one; each stays listed until it is deleted. */
    async deleteAccountSessions(accountId: string): Promise<void> {
      let deleted = 0;
      for (const sessionId of (await findErasure(db, accountId))?.sessionIds ?? []) {
        await callAgents(() => agents.erase(sessionId));
        await recordDeletedSession(db, accountId, sessionId);
        heartbeat({ deleted: ++deleted });
      }
    },

    /** Blanks the address and records that the erasure is complete. */
    async completeErasure(accountId: string): Promise<{ sessionsDeleted: number }> {
      return finishErasure(db, accountId);
    },
  };
}
