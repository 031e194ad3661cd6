import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { EnvError, makeValidator } from 'envalid';
import { keyIdOf, listed, SecretRetired } from './secrets';

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First bytes of every sealed secret, before the id of its key. */
const FORMAT = Buffer.from('k1:');

/** Keys of a box: the first seals, all can open. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

/** Encrypts secrets that we must read again, so that a copy of the database does not reveal them. */
export interface SecretBox {
  /** Id of the sealing key. */
  readonly keyId: string;
  /** Ids of all keys, the sealing key first. */
  readonly keyIds: readonly string[];
  /** Seals a secret with the first key, bound to its owner's id: it cannot be moved to another row. */
  seal(secret: string, ownerId: string): Buffer;
  /**
   * @throws SecretRetired if its key is not in this box
   * @throws Error if it was modified, or sealed for another owner
   */
  open(sealed: Uint8Array, ownerId: string): string;
}

/**
 * Creates a box with keys of 32 bytes: AES-256-GCM with a random nonce. The sealed form is key id, nonce, tag, text.
 */
export function createSecretBox(keys: SealingKeys): SecretBox {
  const byId = new Map(keys.map((key) => [keyIdOf(key), key]));
  const keyIds = [...byId.keys()];
  return {
    keyId: keyIds[0]!,
    keyIds,
    seal: (secret, ownerId) => Buffer.concat([sealedPrefix(keyIds[0]!), encrypt(keys[0], secret, ownerId)]),
    open(sealed, ownerId) {
      const bytes = Buffer.from(sealed);
      const keyId = keyIdOfSealed(bytes);
      const key = byId.get(keyId);
      if (!key) throw new SecretRetired('WEBHOOK_SECRET_KEY', keyId);
      return decrypt(key, bytes.subarray(sealedPrefix(keyId).length), ownerId);
    },
  };
}

/** Stored prefix of secrets sealed with this key; counting it shows whether a key is still needed. */
export function sealedPrefix(keyId: string): Buffer {
  return Buffer.concat([FORMAT, Buffer.from(keyId, 'hex')]);
}

/** Id of the key that sealed this. */
export function keyIdOfSealed(sealed: Uint8Array): string {
  return Buffer.from(sealed)
    .subarray(FORMAT.length, FORMAT.length + 4)
    .toString('hex');
}

function encrypt(key: Buffer, secret: string, ownerId: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(ownerId));
  const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function decrypt(key: Buffer, bytes: Buffer, ownerId: string): string {
  const [nonce, tag, text] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    bytes.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(ownerId))
    .setAuthTag(tag);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Validator of a list of 32-byte keys in base64, the sealing key first; errors never quote values. */
export const sealingKeys = makeValidator<SealingKeys>((setting) => {
  const values = listed(setting);
  const keys = values.map((value) => Buffer.from(value, 'base64'));
  const wrong = keys.findIndex((key, i) => key.length !== KEY_BYTES || key.toString('base64') !== values[i]);
  if (wrong < 0) return keys as [Buffer, ...Buffer[]];
  const which = values.length === 1 ? '' : `key ${wrong + 1} of ${values.length} is not usable: each `;
  throw new EnvError(`${which}must be 32 bytes in base64 (openssl rand -base64 32)`);
});

/** Generates a key for {@link sealingKeys}. */
export function generateSealingKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}
