import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EnvError, makeValidator } from 'envalid';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Seals secrets that we must be able to read again, so that a copy of the database does not tell them. */
export interface SecretBox {
  /** The secret under the operator's key, bound to its owner's id: it cannot be moved to another row. */
  seal(secret: string, ownerId: string): Buffer;
  /** @throws Error where it was sealed under another key or for another owner */
  open(sealed: Uint8Array, ownerId: string): string;
}

/** A box under this key of 32 bytes: AES-256-GCM with a random nonce; sealed is nonce, tag, then text. */
export function createSecretBox(key: Buffer): SecretBox {
  return {
    seal(secret, ownerId) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(ownerId));
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), text]);
    },
    open(sealed, ownerId) {
      const bytes = Buffer.from(sealed);
      const [nonce, tag, text] = [
        bytes.subarray(0, NONCE_BYTES),
        bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
        bytes.subarray(NONCE_BYTES + TAG_BYTES),
      ];
      const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
        .setAAD(Buffer.from(ownerId))
        .setAuthTag(tag);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
    },
  };
}

/** A setting that is a key of 32 bytes in base64; its value is never quoted. */
export const sealingKey = makeValidator<Buffer>((value) => {
  const key = Buffer.from(value, 'base64');
  if (key.length === KEY_BYTES && key.toString('base64') === value) return key;
  throw new EnvError('must be 32 bytes in base64 (openssl rand -base64 32)');
});

/** A new key for {@link sealingKey}. */
export function generateSealingKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}
