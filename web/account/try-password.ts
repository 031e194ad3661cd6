import { hashSource } from '../../platform/tokens';
import { beginPasswordAttempt } from '../../store/accounts/begin-password-attempt';
import type { RightPassword } from '../../store/accounts/record-password-success';
import { loggedNetwork } from '../../http/limits/client-address';
import type { ApiDeps } from '../../http/deps';
import { hashPassword, isOutdated, isPassword } from '../../commands/people/passwords';
import { deviceHash } from '../../commands/people/device';

/**
 * Counts and verifies a password attempt; null if the password is wrong or the account is locked after too many
 * attempts. Does the same work for every address. Logs the account of the attempt, or a keyed hash of an unknown
 * address.
 */
export async function tryPassword(
  request: { deps: ApiDeps; address: string; cookie(name: string): string | null },
  { email, password }: { email: string; password: string },
): Promise<RightPassword | null> {
  const { db, log, settings } = request.deps;
  const { accountId, passwordHash, deviceId } = await beginPasswordAttempt(db, email, deviceHash(request));
  const isRight = (await isPassword(password, passwordHash)) && accountId !== null;
  const address = settings.mail && hashSource(settings.mail.tokenSecrets[0], email).toString('hex').slice(0, 16);
  const who = accountId === null ? { addressHash: address } : { accountId };
  const network = loggedNetwork(settings, request.address);
  log.info(
    { ...who, network, outcome: isRight ? 'right' : 'wrong', knownBrowser: deviceId !== null },
    'password attempt',
  );
  if (!isRight || !passwordHash) return null;
  const rehash = isOutdated(passwordHash) ? { from: passwordHash, to: await hashPassword(password) } : null;
  return { accountId, email, deviceId, rehash };
}
