import { readFileSync, writeFileSync } from 'node:fs';
import { generateSealingKey } from '../contracts/secret-box';
import { newToken } from '../contracts/tokens';
import type { LocalFolder } from './folder';

/** Secrets of this machine that have to outlive a restart: what they sealed or signed can be read with no other. */
export interface KeptSecrets {
  /** Seals webhook secrets, of which the database knows only the sealed form. */
  webhookKey: string;
  /** What links in mails are made with. */
  tokenSecret: string;
}

/** The secrets of a local folder: made once, each kept in a file that only its owner can read. */
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
