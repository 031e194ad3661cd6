import { MONEY } from './stored-data/money';
import { OPERATIONS } from './stored-data/operations';
import { PEOPLE } from './stored-data/people';
import type { PersonalTable, StoredTable } from './stored-data/stored-table';
import { WORK } from './stored-data/work';

/**
 * Every table with data of persons. Export, erasure and retention follow from it; tests compare it with the schema, so
 * no table is forgotten. Files of an export come in this order.
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalTable>> = { ...PEOPLE, ...WORK, ...MONEY };

/**
 * Retention of every table. The sweep applies it to rows that no aggregate deletes; a test compares it with the schema,
 * so no table is forgotten.
 */
export const RETENTION: Readonly<Record<string, StoredTable>> = { ...PERSONAL_DATA, ...OPERATIONS };
