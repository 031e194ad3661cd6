/**
 * SQL: the live runs that completed last, newest first, from which typical times and figures are measured. Those of the
 * sandbox are left out before the limit: they are many and quick, and would crowd the live ones out.
 */
export const LAST_COMPLETED = `SELECT id, kind, progress_total, evidence_cited, evidence_verified, started_at, completed_at
  FROM runs WHERE status = 'completed' AND mode = 'live' ORDER BY id DESC LIMIT 500`;
