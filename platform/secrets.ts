import { hash } from 'node:crypto';
import { EnvError, makeValidator } from 'envalid';

const MIN_SECRET_LENGTH = 32;
const ID_LENGTH = 8;

/** One version of a secret. Its id is derived from it, reveals nothing, and can be stored with derived values. */
export interface Secret {
  readonly id: string;
  readonly value: string;
}

/** Versions of one secret: the first signs new values, all verify existing ones. */
export type Secrets = readonly [Secret, ...Secret[]];

/** Id of a secret: the first 8 hexadecimal digits of a SHA-256 over it. */
export function keyIdOf(secret: string | Buffer): string {
  const text = typeof secret === 'string' ? secret : secret.toString('base64');
  return hash('sha256', `key id of ${text}`, 'hex').slice(0, ID_LENGTH);
}

/** Builds versions from their values, the signing one first. */
export function secretsFrom(first: string, ...older: string[]): Secrets {
  const versionOf = (value: string): Secret => ({ id: keyIdOf(value), value });
  return [versionOf(first), ...older.map(versionOf)];
}

/**
 * Finds the version with this id.
 *
 * @throws SecretRetired if there is no such version
 */
export function secretOf(secrets: Secrets, setting: string, keyId: string): Secret {
  const found = secrets.find(({ id }) => id === keyId);
  if (!found) throw new SecretRetired(setting, keyId);
  return found;
}

/** Splits a comma-separated setting into trimmed values. */
export function listed(setting: string): string[] {
  return setting.split(',').map((value) => value.trim());
}

/** Validator of a list of versions of one secret, at least 32 characters each; errors never quote values. */
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

/** Thrown when a value cannot be verified or repeated because its secret was removed from the setting. */
export class SecretRetired extends Error {
  constructor(setting: string, keyId: string | null) {
    const which = keyId === null ? 'No secret' : `The secret with the id ${keyId} is no longer`;
    super(`${which} in ${setting}${keyId === null ? ' fits' : ''}. Put it back at the end of the list.`);
    this.name = 'SecretRetired';
  }
}
