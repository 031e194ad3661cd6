import type { Mode } from '../../contracts/access';
import { Prisma } from '../../prisma/client';
import { columnsOf, type Narrowed } from '../../prisma/sql';

/** A row of `contributors`. */
export type Contributor = Narrowed<Prisma.ContributorModel, { mode: Mode }>;

/** Columns of {@link Contributor} for statements that are written out. */
export const CONTRIBUTOR_COLUMNS = columnsOf(Prisma.ContributorScalarFieldEnum);

/** Narrows a row as the database has it. */
export const toContributor = (row: Prisma.ContributorModel) => row as Contributor;
