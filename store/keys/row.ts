import type { Mode, Plan, Scope } from '../../contracts/access';
import type { Prisma } from '../../prisma/client';
import type { Narrowed } from '../../prisma/sql';

/** A row of `api_keys`. */
export type ApiKey = Narrowed<Prisma.ApiKeyModel, { mode: Mode; plan: Plan; scopes: Scope[] }>;

/** Narrows a row and its included relations; constraints of the database guarantee the types. */
export const toApiKey = <Row extends Prisma.ApiKeyModel>(row: Row) => row as Omit<Row, keyof ApiKey> & ApiKey;
