import { chmodSync, mkdtempSync } from 'node:fs';

/**
 * Creates a folder whose name begins with `prefix` and that every account may search. mkdtemp alone would lock out the
 * account under which PostgreSQL runs when the tests run as root.
 */
export function searchableFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o755);
  return folder;
}
