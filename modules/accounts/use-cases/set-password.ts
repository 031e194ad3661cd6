import { Failure } from '../../../base/failures';
import { hashToken } from '../../../base/tokens';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import { findLinkAddress } from '../store/links';
import { beginPasswordAttempt, findDoneReset, resetPassword } from '../store/passwords';
import { checkPasswordLength, checkPasswordStrength, hashPassword, isPassword } from './passwords';

// Latest pending use of each token, by token hash.
const uses = new Map<string, Promise<unknown>>();

/**
 * Sets a new password with the token of a reset link, for both the endpoint and the page. Checks the password before it
 * uses the token, so that a refused password does not use up the token. Only holders of a valid token can trigger the
 * expensive estimate and hash. Concurrent calls with the same token run one after the other, so only the first
 * computes them. While the account still has that password, a used token returns its first response again. A client
 * that missed the response can therefore retry and learn that the reset worked.
 *
 * `device` is the hash of the browser's device cookie, if any.
 *
 * @throws Failure `invalid_token`, and as {@link checkPasswordLength} and {@link checkPasswordStrength} (token stays
 * valid)
 */
export async function setPassword(
  deps: Work,
  { token, newPassword }: { token: string; newPassword: string },
  device: Buffer | null = null,
): Promise<{ completedAt: Date; sessionsRevoked: number }> {
  checkPasswordLength(newPassword);
  const tokenHash = hashToken(token);
  return oneAtATime(tokenHash.toString('base64'), async () => {
    const email = await findLinkAddress(deps.db, 'password_reset', tokenHash);
    if (email === null) return repeated(deps, tokenHash, newPassword, device);
    await checkPasswordStrength(newPassword, email);
    return delivering(deps, resetPassword(deps.db, tokenHash, await hashPassword(newPassword), device));
  });
}

/** Repeats the response of a finished reset. Counts as a sign-in attempt, so used tokens do not help to guess. */
async function repeated({ db }: Work, tokenHash: Buffer, password: string, device: Buffer | null) {
  const done = await findDoneReset(db, tokenHash);
  if (!done) throw new Failure('invalid_token');
  const { email, ...first } = done;
  const { passwordHash } = await beginPasswordAttempt(db, email, device);
  if (!(await isPassword(password, passwordHash))) throw new Failure('invalid_token');
  return first;
}

async function oneAtATime<T>(key: string, work: () => Promise<T>): Promise<T> {
  const turn = (uses.get(key) ?? Promise.resolve()).then(work, work);
  uses.set(key, turn);
  try {
    return await turn;
  } finally {
    if (uses.get(key) === turn) uses.delete(key);
  }
}
