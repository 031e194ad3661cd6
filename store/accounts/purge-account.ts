import { RUN } from '../../domain/runs';
import { SCAN } from '../../domain/scans';
import { transaction, type Database, type Queryable } from '../../prisma/client';
import { listOf } from '../../prisma/sql';
import { eraseAnswers } from '../idempotency/erase-answers';
import { eraseKeyNames } from '../keys/erase-keys';
import { eraseCorrespondence, hashSuppressions } from '../mail/erase-address';
import { eraseBuyer } from '../orders/erase-buyer';
import { ENDED_RUNS, eraseEndedRuns } from '../runs/erase-runs';
import { endedScansOf, eraseScans, scansOf } from '../scans/erase-scans';
import { eraseUsage } from '../usage/erase-usage';
import { eraseWebhooks } from '../webhooks/erase-webhooks';
import { eraseNotes } from '../withdrawals/erase-notes';

const HAS_ENDED = listOf(RUN.terminal);

/**
 * Deletes or blanks the remaining data of an account whose erasure has begun, except data kept by law; returns how many
 * unfinished runs and scans still keep theirs. Repeatable: deletes data added since. `hashed` gives the keyed hash
 * under which a suppressed address stays recorded.
 */
export function purgeAccountData(
  db: Database,
  accountId: string,
  hashed: (email: string) => string | null,
): Promise<{ unfinished: number }> {
  return transaction(db, async (tx) => {
    const { rows } = await tx.query<{ email: string | null; requestedAt: Date }>({
      text: `SELECT email, requested_at AS "requestedAt" FROM erasures WHERE account_id = $1 FOR UPDATE`,
      values: [accountId],
    });
    if (!rows[0]) return { unfinished: 0 };
    const { email, requestedAt } = rows[0];
    await collectSessions(tx, accountId, email, requestedAt);
    await eraseOfAccount(tx, accountId);
    if (email !== null) await eraseOfAddress(tx, email, requestedAt, hashed(email));
    return { unfinished: await countUnfinished(tx, accountId, email, requestedAt) };
  });
}

// Must come first: the deleted rows name the sessions to delete at the agent provider.
async function collectSessions(tx: Queryable, accountId: string, email: string | null, requestedAt: Date) {
  await tx.query({
    text: `UPDATE erasures SET session_ids = ARRAY(
             SELECT unnest(session_ids) UNION
             SELECT session_id FROM runs WHERE id IN (${ENDED_RUNS}) AND session_id IS NOT NULL UNION
             SELECT session_id FROM candidates WHERE run_id IN (${ENDED_RUNS}) AND session_id IS NOT NULL UNION
             SELECT session_id FROM stray_sessions WHERE run_id IN (${ENDED_RUNS}) UNION
             SELECT session_id FROM free_scans WHERE id IN (${endedScansOf('$2', '$3')}) AND session_id IS NOT NULL)
           WHERE account_id = $1`,
    values: [accountId, email, requestedAt],
  });
}

async function eraseOfAccount(tx: Queryable, accountId: string): Promise<void> {
  await eraseEndedRuns(tx, accountId);
  await eraseWebhooks(tx, accountId);
  await eraseUsage(tx, accountId);
  await eraseKeyNames(tx, accountId);
  await eraseAnswers(tx, accountId);
  await tx.query({ text: 'DELETE FROM account_sessions WHERE account_id = $1', values: [accountId] });
  await tx.query({ text: 'DELETE FROM account_devices WHERE account_id = $1', values: [accountId] });
  await tx.query({ text: 'DELETE FROM account_links WHERE account_id = $1', values: [accountId] });
  await eraseBuyer(tx, accountId);
  await eraseNotes(tx, accountId);
}

// Limited to rows from before the erasure: younger ones belong to the address's next account.
async function eraseOfAddress(tx: Queryable, email: string, before: Date, hash: string | null): Promise<void> {
  await eraseCorrespondence(tx, email, before);
  await eraseScans(tx, email, before);
  await tx.query({
    text: 'DELETE FROM account_links WHERE email = $1 AND requested_at <= $2',
    values: [email, before],
  });
  await hashSuppressions(tx, email, hash);
}

async function countUnfinished(
  tx: Queryable,
  accountId: string,
  email: string | null,
  requestedAt: Date,
): Promise<number> {
  const { rows } = await tx.query<{ unfinished: number }>({
    text: `SELECT ((SELECT count(*) FROM runs WHERE account_id = $1 AND status NOT IN (${HAS_ENDED}))
                 + (SELECT count(*) FROM free_scans WHERE ${scansOf('$2', '$3')} AND status IN (${listOf(SCAN.before('failed'))})))::int AS unfinished`,
    values: [accountId, email, requestedAt],
  });
  return rows[0]!.unfinished;
}
