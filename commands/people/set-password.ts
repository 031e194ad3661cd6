import { hashToken } from '../../platform/tokens';
import { findLinkAddress } from '../../store/accounts/find-link';
import { resetPassword } from '../../store/accounts/reset-password';
import type { ApiDeps } from '../../http/deps';
import { invalidLink } from '../../http/link-token';
import { checkPasswordLength, checkPasswordStrength, hashPassword } from './passwords';

// Last pending use of each token, by its hash.
const uses = new Map<string, Promise<unknown>>();

/**
 * Sets a new password with the token of a reset link, for endpoint and page. Checks the policy before it uses the
 * token, so that a refused password costs no token; only holders of a valid token trigger the expensive estimate and
 * hash. Concurrent uses of one token run one after the other, so that those after the first cost neither.
 *
 * `device` is the hash of the device cookie of the browser, if any.
 *
 * @throws Failure as {@link invalidLink}, {@link checkPasswordLength} and {@link checkPasswordStrength} (the token stays good)
 */
export async function setPassword(
  deps: ApiDeps,
  { token, newPassword }: { token: string; newPassword: string },
  device: Buffer | null = null,
): Promise<{ completedAt: Date; sessionsRevoked: number }> {
  checkPasswordLength(newPassword);
  const tokenHash = hashToken(token);
  return oneAtATime(tokenHash.toString('base64'), async () => {
    const email = await findLinkAddress(deps.db, 'password_reset', tokenHash);
    if (email === null) throw invalidLink();
    await checkPasswordStrength(newPassword, email);
    const { pending, ...reset } = await resetPassword(deps.db, tokenHash, await hashPassword(newPassword), device);
    if (pending) deps.deliver(pending);
    return reset;
  });
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
