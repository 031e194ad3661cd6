/** Meaning of a table, and how long a row is kept. */
export interface StoredTable {
  /** Meaning of a row, for answers to data requests. */
  what: string;
  /** Days until deletion; null for rows that live with their parent, or forever. */
  days: number | null;
  /** Column that starts the period; `where` restricts it to some rows. */
  from?: string;
  where?: string;
  /** Reason for the period, or the rule that replaces it. */
  why: string;
}

/** One way in which the rows of an account are found. */
export type Finder =
  /** By a column with the account's id. */
  | { account: string }
  /** By a column with its address; `since` is the moment of the row, as younger ones belong to the address's next account. */
  | { address: string; since?: string }
  /** By a column with the id of a row of another table, which is found first. */
  | { part: string; by: string };

/** Documents of an export: a file a row that has one. The values are SQL. */
export interface ExportedFiles {
  name: string;
  bytes: string;
  encoding?: string;
}

/** What an export shows: rows without columns that are secrets, hashes or documents; and documents as files. */
export type Shown = { without?: readonly string[]; files?: ExportedFiles } | { never: string; files?: ExportedFiles };

/** What is kept by law after an erasure, as its requester reads it. */
export const KEPT_BY_LAW = {
  orders: 'orders, payments and refunds: 10 years, under the account id',
  books: 'earnings and withdrawals of a contributor, without notes: 10 years, under the account id',
  audit: 'the audit log: 7 years, under the account id',
  suppressions: 'addresses that we must not email: a keyed hash',
} as const;

/** What an erasure does to the rows of an account. */
export type Erased =
  | 'deleted'
  /** Holds ids alone, and goes with its age or its parent. */
  | 'expires'
  /** Columns that are overwritten, with their SQL values; the row stays. */
  | { blanked: Readonly<Record<string, string>>; kept?: keyof typeof KEPT_BY_LAW }
  | { kept: keyof typeof KEPT_BY_LAW }
  /** A verb of the store that does it, where a general statement cannot. */
  | { by: ErasingVerb; kept?: keyof typeof KEPT_BY_LAW };

/** Verbs of the store that erase what has rules of its own. */
export type ErasingVerb = 'beginErasure' | 'eraseScans' | 'finishErasure' | 'hashSuppressions';

/** A table with data of persons: whose, what an export shows of it, and what an erasure leaves. */
export interface PersonalTable extends StoredTable {
  /** Ways in which the rows of an account are found; none where no column names a person. */
  rows: readonly Finder[];
  shown: Shown;
  erased: Erased;
  /** Only rows in these states are erased; an erasure waits for the others. */
  ended?: readonly string[];
  /** Column with the moment of a row that an erasure deletes or blanks, for what is left of one. */
  dated?: string;
}
