import type { Mode } from '../../contracts/access';
import type { OpportunityState } from '../../contracts/opportunities';
import { Prisma } from '../../prisma/client';
import { columnsOf, type Narrowed } from '../../prisma/sql';

/** Columns of `opportunities` that only buyers may read. */
export const BOUGHT = { findings: true } as const;

/** A row of `opportunities` without {@link BOUGHT}. */
export type Opportunity = Narrowed<
  Omit<Prisma.OpportunityModel, keyof typeof BOUGHT>,
  { mode: Mode; status: OpportunityState }
>;

/** Narrows a row; constraints of the database guarantee the types. */
export const toOpportunity = (row: Omit<Prisma.OpportunityModel, keyof typeof BOUGHT>) => row as Opportunity;

/** Public part of an opportunity; an expired reservation counts as none. */
export type Teaser = Omit<Opportunity, 'contributorAccountId' | 'soldTo' | 'updatedAt'>;

/** Columns of {@link Teaser}. */
export const TEASER_COLUMNS = `${columnsOf(Prisma.OpportunityScalarFieldEnum, [
  'findings',
  'contributorAccountId',
  'soldTo',
  'updatedAt',
  'status',
])}, CASE WHEN status = 'reserved' AND reserved_until <= now() THEN 'available' ELSE status END AS status`;
