import { hash, createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { EnvError, makeValidator } from 'envalid';

const MIN_SECRET_LENGTH = 32;
const ID_LENGTH = 8;

/** One version of a secret. Its id is derived from it, reveals nothing, and can be stored next to derived values. */
export interface Secret {
  readonly id: string;
  readonly value: string;
}

/** Versions of one secret. The first signs new values, and existing values are verified with any of them. */
export type Secrets = readonly [Secret, ...Secret[]];

/** Id of a secret: the first 8 hex digits of its SHA-256. */
export function keyIdOf(secret: string | Buffer): string {
  const text = typeof secret === 'string' ? secret : secret.toString('base64');
  return hash('sha256', `key id of ${text}`, 'hex').slice(0, ID_LENGTH);
}

/** Builds the versions from their values; the signing version comes first. */
export function secretsFrom(first: string, ...older: string[]): Secrets {
  const versionOf = (value: string): Secret => ({ id: keyIdOf(value), value });
  return [versionOf(first), ...older.map(versionOf)];
}

/** Finds the version with this id. @throws SecretRetired if the setting no longer has it */
export function secretOf(secrets: Secrets, setting: string, keyId: string): Secret {
  const found = secrets.find(({ id }) => id === keyId);
  if (!found) throw new SecretRetired(setting, keyId);
  return found;
}

export function listed(setting: string): string[] {
  return setting.split(',').map((value) => value.trim());
}

/** Validator for a list of versions of one secret, each at least 32 characters long. Errors never quote values. */
export const secretList = makeValidator<Secrets>((setting) => {
  const values = listed(setting);
  const short = values.findIndex((value) => value.length < MIN_SECRET_LENGTH);
  if (short >= 0) {
    const which = values.length === 1 ? '' : `secret ${short + 1} of ${values.length} is too short: each `;
    throw new EnvError(
      `${which}must have at least ${MIN_SECRET_LENGTH} characters; make one with: openssl rand -base64 32`,
    );
  }
  return secretsFrom(values[0]!, ...values.slice(1));
});

/** Thrown if a value cannot be verified or derived again because its secret was removed from the setting. */
export class SecretRetired extends Error {
  constructor(setting: string, keyId: string | null) {
    const which = keyId === null ? 'No secret' : `The secret with the id ${keyId} is no longer`;
    super(`${which} in ${setting}${keyId === null ? ' matches' : ''}. Put it back at the end of the list.`);
    this.name = 'SecretRetired';
  }
}

const CIPHER = 'aes-256-gcm';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** First bytes of every sealed secret, followed by the key id. */
const FORMAT = Buffer.from('k1:');

/** Encryption keys: the first encrypts, and any of them can decrypt. */
export type SealingKeys = readonly [Buffer, ...Buffer[]];

/** Encrypts secrets that we must be able to read again, so that a copy of the database does not reveal them. */
export interface SecretBox {
  readonly keyId: string;
  readonly keyIds: readonly string[];
  /** Encrypts a secret with the first key, bound to its owner's id so that it cannot be moved to another row. */
  seal(secret: string, ownerId: string): Buffer;
  /** @throws SecretRetired if its key was removed, Error if it was modified or sealed for another owner */
  open(sealed: Uint8Array, ownerId: string): string;
}

/** Creates an AES-256-GCM box with 32-byte keys. The sealed form is the key id, nonce, tag and ciphertext. */
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

/** Prefix of all secrets sealed with this key. If no row has this prefix, the key is no longer needed. */
function sealedPrefix(keyId: string): Buffer {
  return Buffer.concat([FORMAT, Buffer.from(keyId, 'hex')]);
}

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

/** Validator for a list of 32-byte keys in base64, the encrypting key first. Errors never quote values. */
export const sealingKeys = makeValidator<SealingKeys>((setting) => {
  const values = listed(setting);
  const keys = values.map((value) => Buffer.from(value, 'base64'));
  const wrong = keys.findIndex((key, i) => key.length !== KEY_BYTES || key.toString('base64') !== values[i]);
  if (wrong < 0) return keys as [Buffer, ...Buffer[]];
  const which = values.length === 1 ? '' : `key ${wrong + 1} of ${values.length} is not usable: each `;
  throw new EnvError(`${which}must be 32 bytes in base64 (openssl rand -base64 32)`);
});

export function generateSealingKey(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

/**
 * Settings that are secrets. Each can be read from a file named by its `_FILE` variant, because Docker and Kubernetes
 * mount secrets as files. That keeps secrets out of the environment and the process definition.
 */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'TEMPORAL_API_KEY',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'TOKEN_SECRET',
  'WEBHOOK_SECRET_KEY',
  'ALERT_WEBHOOK_URL',
  'ALERT_WEBHOOK_KEY',
  'ANTHROPIC_API_KEY',
  'RESEND_API_KEY',
  'RESEND_WEBHOOK_SECRET',
  'STRIPE_SECRET_KEY_LIVE',
  'STRIPE_SECRET_KEY_TEST',
  'STRIPE_WEBHOOK_SECRETS_LIVE',
  'STRIPE_WEBHOOK_SECRETS_TEST',
] as const;

/**
 * Reads secrets from files into the environment and drops a final line break. Call it once, before any setting is read.
 * @throws Error naming every unusable file, without contents
 */
export function readSecretFiles(env: NodeJS.ProcessEnv = process.env): void {
  const problems = SECRET_SETTINGS.flatMap((name) => problemOf(env, name) ?? []);
  if (problems.length > 0) throw new Error(`Settings are not usable:\n  ${problems.join('\n  ')}`);
}

function problemOf(env: NodeJS.ProcessEnv, name: string): string | null {
  const variable = `${name}_FILE`;
  const path = env[variable];
  if (path === undefined) return null;
  if (path.trim() === '') return `${variable}: set but empty; give a path or remove the variable`;
  if (env[name] !== undefined) return `${variable}: ${name} is set as well; give one of them`;
  let contents: string;
  try {
    contents = readFileSync(path, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    return `${variable}: cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown error'}): ${path}`;
  }
  if (contents.trim() === '') return `${variable}: the file is empty: ${path}`;
  env[name] = contents;
  // Without this, a child process that inherits the environment would see the secret set twice and refuse to start.
  delete env[variable];
  return null;
}
