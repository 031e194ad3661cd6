import { readFileSync, writeFileSync } from 'node:fs';
import { generateSealingKey } from '../platform/secret-box';
import { newToken } from '../platform/tokens';
import type { LocalFolder } from './folder';

/** Secrets that must survive a restart: nothing else can open or verify what they sealed or signed. */
export interface KeptSecrets {
  /** Key that seals webhook secrets in the database. */
  webhookKey: string;
  /** Secret from which links in mails are derived. */
  tokenSecret: string;
}

/** Secrets of a local folder, generated once and kept in files that only their owner can read. */
export function keptSecrets(folder: Pick<LocalFolder, keyof KeptSecrets>): KeptSecrets {
  return {
    webhookKey: kept(folder.webhookKey, generateSealingKey),
    tokenSecret: kept(folder.tokenSecret, newToken),
  };
}

function kept(file: string, make: () => string): string {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    const secret = make();
    writeFileSync(file, `${secret}\n`, { mode: 0o600 });
    return secret;
  }
}
