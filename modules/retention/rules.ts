import { MONEY } from './stored-data/money';
import { OPERATIONS } from './stored-data/operations';
import { PEOPLE } from './stored-data/people';
import type { PersonalTable, StoredTable } from './stored-data/stored-table';
import { WORK } from './stored-data/work';

/**
 * Every table with personal data. Export, erasure and retention use this map, and tests compare it with the schema, so
 * that no table is forgotten. Exports contain their files in this order.
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalTable>> = { ...PEOPLE, ...WORK, ...MONEY };

/**
 * Retention of every table. The sweep applies it to rows that are not deleted with a parent. Tests compare it with the
 * schema, so that no table is forgotten.
 */
export const RETENTION: Readonly<Record<string, StoredTable>> = { ...PERSONAL_DATA, ...OPERATIONS };
