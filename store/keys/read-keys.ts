import type { Database } from '../../prisma/client';
import { toAccount, type Account } from '../accounts/row';
import { toApiKey, type ApiKey } from './row';

/** A key with its account. */
export type OwnedKey = ApiKey & { account: Account };

/** The key behind a caller, with its account. */
export async function loadKey(db: Database, apiKeyId: string): Promise<OwnedKey> {
  const key = await db.prisma.apiKey.findUniqueOrThrow({
    where: { id: apiKeyId },
    include: { account: { omit: { passwordHash: true } } },
  });
  return { ...toApiKey(key), account: toAccount(key.account) };
}

/** A key of this account, or null; a key of another account counts as unknown. */
export async function findOwnKey(db: Database, accountId: string, keyId: string): Promise<ApiKey | null> {
  const key = await db.prisma.apiKey.findFirst({ where: { id: keyId, accountId } });
  return key && toApiKey(key);
}

/** All keys of an account, newest first, without secrets. */
export async function listKeys(db: Database, accountId: string): Promise<ApiKey[]> {
  const keys = await db.prisma.apiKey.findMany({ where: { accountId }, orderBy: { id: 'desc' } });
  return keys.map(toApiKey);
}

/** Names of those of these ids that are keys of this account. */
export async function keyNames(
  db: Database,
  accountId: string,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const keys = [...new Set(ids)].filter((id): id is string => id !== null && id.startsWith('key_'));
  const named = await db.prisma.apiKey.findMany({
    where: { accountId, id: { in: keys } },
    select: { id: true, name: true },
  });
  return new Map(named.map(({ id, name }) => [id, name]));
}
