import { hash, verify } from '@node-rs/argon2';
import { COMMON_PASSWORDS } from '../contracts/common-passwords';
import { Failure } from '../contracts/failures';

// argon2id, which is this library's own choice; numbers of OWASP's Password Storage Cheat Sheet.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What a password is held against where there is none, of the same cost: the same work for every address. */
const NO_PASSWORD = '$argon2id$v=19$m=19456,t=2,p=1$EKf8j1wLil01RPUIS28Yuw$i00a+4VtNNOX02/j1sTUp/42JT1Jmrvur1GMehRzoko';

/**
 * Refuses a password that is among the common ones, whatever its length and case.
 *
 * @throws Failure `invalid_request`
 */
export function checkNewPassword(password: string): void {
  if (!COMMON_PASSWORDS.has(password.toLowerCase().replaceAll(/[\s_.-]+/g, ''))) return;
  const detail = 'is one of the passwords that are tried first';
  throw new Failure('invalid_request', {
    detail: `/newPassword ${detail}.`,
    errors: [{ pointer: '/newPassword', code: 'too_common', detail }],
  });
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
