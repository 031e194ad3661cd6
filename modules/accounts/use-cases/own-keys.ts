import { Failure } from '../../../base/failures';
import type { Database } from '../../../prisma/client';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import { createKey, findOwnKey, revokeKey, rotateKey, type CreatedKey, type NewKey } from '../store/keys';

export type OwnKey = Omit<CreatedKey, 'pending'>;

/** @throws Failure as {@link createKey} */
export function createOwnKey(deps: Work, key: NewKey): Promise<OwnKey> {
  return delivering(deps, createKey(deps.db, key));
}

/** @throws Failure `not_found` for another account's key, and as {@link rotateKey} */
export async function rotateOwnKey(deps: Work, accountId: string, keyId: string, graceMs: number): Promise<OwnKey> {
  await requireOwnKey(deps.db, accountId, keyId);
  return delivering(deps, rotateKey(deps.db, keyId, graceMs));
}

/** @throws Failure `not_found` for another account's key */
export async function revokeOwnKey({ db }: Work, accountId: string, keyId: string): Promise<void> {
  await requireOwnKey(db, accountId, keyId);
  await revokeKey(db, keyId);
}

async function requireOwnKey(db: Database, accountId: string, keyId: string): Promise<void> {
  if (!(await findOwnKey(db, accountId, keyId)))
    throw new Failure('not_found', { detail: 'No such key on this account.' });
}
