import { Failure } from '../../../contracts/failures';
import { hashToken } from '../../../contracts/tokens';
import { isLinkValid, resetPassword } from '../../../store/account-links';
import type { ApiDeps } from '../../deps';
import { checkNewPassword, hashPassword } from '../../passwords';

/**
 * Sets a new password by the token of a reset link, for the endpoint and for the page. The policy comes first, so that a refused
 * password costs no token; then the token, so that a wrong one costs no hashing.
 *
 * @throws Failure `invalid_request` for a password that the policy refuses, `invalid_token`
 */
export async function setPassword(
  deps: ApiDeps,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<{ completedAt: Date; sessionsRevoked: number }> {
  checkNewPassword(newPassword);
  const tokenHash = hashToken(token);
  if (!(await isLinkValid(deps.db, 'password_reset', tokenHash))) throw new Failure('invalid_token');
  const { pending, ...reset } = await resetPassword(deps.db, tokenHash, await hashPassword(newPassword));
  if (pending) deps.deliver(pending);
  return reset;
}
