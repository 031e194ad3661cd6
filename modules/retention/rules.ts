import { OPERATIONS } from './stored-data/operations';
import { PERSONAL_DATA } from './stored-data/personal-data';
import type { StoredTable } from './stored-data/stored-table';

/**
 * Retention of every table. The sweep applies it to rows that no aggregate deletes; a test compares it with the schema,
 * so no table is forgotten.
 */
export const RETENTION: Readonly<Record<string, StoredTable>> = { ...PERSONAL_DATA, ...OPERATIONS };
