import { hash, verify } from '@node-rs/argon2';
import { COMMON_PASSWORDS } from '../contracts/common-passwords';
import { Failure } from '../contracts/failures';
import { NewPassword } from '../contracts/sign-in';

// argon2id, which is this library's own choice; numbers of OWASP's Password Storage Cheat Sheet.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What a password is held against where there is none, of the same cost: the same work for every address. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$EKf8j1wLil01RPUIS28Yuw$i00a+4VtNNOX02/j1sTUp/42JT1Jmrvur1GMehRzoko';

/**
 * Refuses a password that is too short, too long or among the common ones, whatever its composition.
 *
 * @throws Failure `invalid_request`
 */
export function checkNewPassword(password: string): void {
  if (password.length < NewPassword.minLength!)
    refuse('too_short', `must have at least ${NewPassword.minLength} characters`);
  if (password.length > NewPassword.maxLength!)
    refuse('too_long', `must have at most ${NewPassword.maxLength} characters`);
  if (COMMON_PASSWORDS.has(password.toLowerCase().replaceAll(/[\s_.-]+/g, ''))) {
    refuse('too_common', 'is one of those that are tried first');
  }
}

function refuse(code: string, detail: string): never {
  const pointer = '/newPassword';
  throw new Failure('invalid_request', { detail: `${pointer} ${detail}.`, errors: [{ pointer, code, detail }] });
}

/** A password as it is stored: argon2id, salted. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Whether a password is the one that was stored. Takes as long where there is none, and is then always false. */
export async function isPassword(password: string, stored: string | null): Promise<boolean> {
  const right = await verify(stored ?? NO_PASSWORD, password);
  return stored !== null && right;
}
