import { chmodSync, mkdtempSync } from 'node:fs';

/**
 * A new folder whose name begins with `prefix` and that every account may search. The one that mkdtemp makes is closed to the account
 * under which PostgreSQL runs when the tests run as root.
 */
export function searchableFolder(prefix: string): string {
  const folder = mkdtempSync(prefix);
  chmodSync(folder, 0o755);
  return folder;
}
