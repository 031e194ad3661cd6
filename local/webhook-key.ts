import { readFileSync, writeFileSync } from 'node:fs';
import { generateSealingKey } from '../contracts/secret-box';

/**
 * The key that seals webhook secrets on this machine: made once and kept in `file`, readable by its owner only, since what is sealed
 * in the database can be read with no other.
 */
export function keptWebhookKey(file: string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const key = generateSealingKey();
    writeFileSync(file, `${key}\n`, { mode: 0o600 });
    return key;
  }
}
