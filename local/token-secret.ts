import { readFileSync, writeFileSync } from 'node:fs';
import { newToken } from '../contracts/tokens';

/** The secret that links in mails are made with on this machine, kept in `file` so that links outlive a restart. */
export function tokenSecret(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    const secret = newToken();
    writeFileSync(file, secret, { mode: 0o600 });
    return secret;
  }
}
