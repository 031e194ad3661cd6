import { MONEY } from './money';
import { PEOPLE } from './people';
import type { PersonalTable } from './stored-table';
import { WORK } from './work';

/**
 * Every table with data of persons. Export, erasure and retention follow from it; tests compare it with the schema, so
 * no table is forgotten. Files of an export come in this order.
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalTable>> = { ...PEOPLE, ...WORK, ...MONEY };
