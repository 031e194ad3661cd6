/** Contents of a table, and how long its rows are kept. */
export interface StoredTable {
  /** Contents of a row, as described to people who request their data. */
  what: string;
  /** Days until deletion; null for rows that are kept as long as their parent, or forever. */
  days: number | null;
  /** Column with the start of the period. If `where` is set, the period applies only to those rows. */
  from?: string;
  where?: string;
  /** Reason for the period, or the rule that replaces it. */
  why: string;
}

/** One way to find the rows of an account. */
export type Finder =
  /** By a column with the account's id. */
  | { account: string }
  /** By a column with the account's email address. `since` is the row's time: later rows belong to the next account. */
  | { address: string; since?: string }
  /** By a column with the id of a row in the table `part`, whose rows we find first. */
  | { part: string; by: string };

/** Documents of an export, one file per row. The values are SQL. */
export interface ExportedFiles {
  name: string;
  bytes: string;
  encoding?: string;
}

/** Parts of a table that an export contains: rows without secrets, hashes and documents, and documents as files. */
export type Shown = { without?: readonly string[]; files?: ExportedFiles } | { never: string; files?: ExportedFiles };

/** Data that the law keeps after an erasure, described for the requester. */
export const KEPT_BY_LAW = {
  orders: 'orders, payments and refunds: 10 years, under the account id',
  books: 'earnings and withdrawals of a contributor, without notes: 10 years, under the account id',
  audit: 'the audit log: 7 years, under the account id',
  suppressions: 'addresses that we must not email: a keyed hash',
} as const;

/** Effect of an erasure on the rows of an account. */
export type Erased =
  | 'deleted'
  /** The table holds only ids. Its rows are deleted by age or with their parent. */
  | 'expires'
  /** The row stays, but these columns are set to these SQL values. */
  | { blanked: Readonly<Record<string, string>>; kept?: keyof typeof KEPT_BY_LAW }
  | { kept: keyof typeof KEPT_BY_LAW }
  /** This store function erases the rows, because generic SQL cannot. */
  | { by: ErasingVerb; kept?: keyof typeof KEPT_BY_LAW };

/** Store functions for tables with special erasure rules. */
export type ErasingVerb = 'beginErasure' | 'eraseScans' | 'finishErasure' | 'hashSuppressions';

/** A table with personal data: how to find, export and erase it. */
export interface PersonalTable extends StoredTable {
  /** Ways to find the rows of an account; empty if no column identifies a person. */
  rows: readonly Finder[];
  shown: Shown;
  erased: Erased;
  /** Only rows in these states are erased. The erasure waits until all other rows reach one of these states. */
  ended?: readonly string[];
  /** Column with the row's time, for reports of what an erasure still has to delete or blank. */
  dated?: string;
}
