import { hash, verify } from '@node-rs/argon2';
import { NewPassword } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import { weaknessOf, wordsOfAddress } from './password-strength';

// argon2id (the default of the library) with the parameters of OWASP's Password Storage Cheat Sheet.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Dummy hash of the same cost for accounts without a password, so that every address takes the same work. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$EKf8j1wLil01RPUIS28Yuw$i00a+4VtNNOX02/j1sTUp/42JT1Jmrvur1GMehRzoko';

/**
 * Refuses passwords that are too short or too long, regardless of composition; spaces count.
 *
 * @throws Failure `invalid_request`
 */
export function checkPasswordLength(password: string): void {
  if (password.length < NewPassword.minLength!)
    refuse('too_short', `must have at least ${NewPassword.minLength} characters`);
  if (password.length > NewPassword.maxLength!)
    refuse('too_long', `must have at most ${NewPassword.maxLength} characters`);
}

/**
 * Refuses passwords that are common or easy to guess from the e-mail address of the owner and this service.
 *
 * @throws Failure `invalid_request`
 */
export async function checkPasswordStrength(password: string, email: string): Promise<void> {
  const weakness = await weaknessOf(password, wordsOfAddress(email));
  if (weakness) refuse(weakness.code, weakness.detail);
}

function refuse(code: string, detail: string): never {
  const pointer = '/newPassword';
  throw new Failure('invalid_request', { detail: `${pointer} ${detail}.`, errors: [{ pointer, code, detail }] });
}

/** Salted argon2id hash of a password. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** True if a stored hash has a lower cost than today and should be replaced at the next sign-in. */
export function isOutdated(stored: string): boolean {
  const [, memory, time] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/.exec(stored) ?? [];
  return !(Number(memory) >= COST.memoryCost && Number(time) >= COST.timeCost);
}

/** Verifies a password. Takes the same time without a stored one, and is then always false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? NO_PASSWORD, password);
  return stored !== null && right;
}
