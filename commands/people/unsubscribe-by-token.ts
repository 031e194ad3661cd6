import { readUnsubscribeToken } from '../../platform/tokens';
import { unsubscribe } from '../../store/mail/unsubscribe';
import type { ApiDeps } from '../../http/deps';
import { invalidLink } from '../../http/link-token';

/**
 * Withdraws the marketing consent behind a token, for endpoint and page. Idempotent.
 *
 * @throws Failure as {@link invalidLink}
 */
export async function unsubscribeByToken({ db, settings }: ApiDeps, token: string): Promise<void> {
  const consentId = readUnsubscribeToken(settings.mail!.tokenSecrets, token);
  if (!consentId || !(await unsubscribe(db, consentId))) throw invalidLink();
}
