import { keyIdOfSealed, type SecretBox } from '../../../base/secrets';
import { transaction, type Database } from '../../../prisma/client';
import { recordAudit } from '../../outbox/store/audit';
import { resealKeptAnswers } from '../../outbox/store/claims';

const PAGE = 500;

/** Number of re-encrypted secrets, and the owners of secrets that none of the keys can open. */
export interface Resealed {
  resealed: number;
  unreadable: string[];
}

interface SealedRow {
  id: string;
  sealedSecret: Uint8Array;
  previousSecret: Uint8Array | null;
}

/**
 * Re-encrypts every signing secret with the box's first key: current and previous secrets of endpoints, and secrets in
 * recorded responses. Afterwards, that key opens every secret that any of the keys could open. Safe to repeat, even
 * while the service is running. Rows that change during the call are left to the next call.
 */
export async function resealSecrets(db: Database, box: SecretBox): Promise<Resealed> {
  const total: Resealed = { resealed: 0, unreadable: [] };
  for (let after = ''; ;) {
    const rows = await db.prisma.webhook.findMany({
      where: { id: { gt: after } },
      select: { id: true, sealedSecret: true, previousSecret: true },
      orderBy: { id: 'asc' },
      take: PAGE,
    });
    for (const row of rows) await resealRow(db, box, row, total);
    if (rows.length < PAGE) break;
    after = rows.at(-1)!.id;
  }
  const answers = await resealKeptAnswers(db, (sealed, owner) => reseal(box, sealed, owner));
  const outcome = {
    resealed: total.resealed + answers.resealed,
    unreadable: [...new Set([...total.unreadable, ...answers.unreadable])],
  };
  const after = { keyId: box.keyId, resealed: outcome.resealed, unreadable: outcome.unreadable };
  await transaction(db, (tx) => recordAudit(tx, { action: 'secrets.resealed', accountId: null, after }));
  return outcome;
}

async function resealRow(db: Database, box: SecretBox, row: SealedRow, total: Resealed): Promise<void> {
  const sealed = reseal(box, row.sealedSecret, row.id);
  const previous = row.previousSecret && reseal(box, row.previousSecret, row.id);
  if (sealed === 'unreadable' || previous === 'unreadable') total.unreadable.push(row.id);
  const wanted = {
    sealed: sealed instanceof Buffer ? sealed : row.sealedSecret,
    previous: previous instanceof Buffer ? previous : row.previousSecret,
  };
  if (wanted.sealed === row.sealedSecret && wanted.previous === row.previousSecret) return;
  // Updates the row only if it is unchanged since we read it, so that a concurrent rotation is not undone.
  const { rowCount } = await db.pool.query({
    text: `UPDATE webhooks SET sealed_secret = $2, previous_secret = $3
           WHERE id = $1 AND sealed_secret = $4 AND previous_secret IS NOT DISTINCT FROM $5`,
    values: [row.id, wanted.sealed, wanted.previous, row.sealedSecret, row.previousSecret],
  });
  total.resealed += rowCount ?? 0;
}

// Re-encrypts a secret with the first key; null if it is already sealed with that key.
function reseal(box: SecretBox, sealed: Uint8Array, ownerId: string): Buffer | null | 'unreadable' {
  if (keyIdOfSealed(sealed) === box.keyId) return null;
  try {
    return box.seal(box.open(sealed, ownerId), ownerId);
  } catch {
    return 'unreadable';
  }
}

/** Counts endpoint secrets by the id of their sealing key. */
export async function countSealedSecrets(db: Database): Promise<{ keyId: string; count: number }[]> {
  const { rows } = await db.pool.query<{ keyId: string; count: number }>(
    `SELECT encode(substring(sealed FROM 4 FOR 4), 'hex') AS "keyId", count(*)::int AS count
     FROM (SELECT sealed_secret AS sealed FROM webhooks
           UNION ALL SELECT previous_secret FROM webhooks WHERE previous_secret IS NOT NULL) AS secrets
     GROUP BY 1 ORDER BY 1`,
  );
  return rows;
}
