import { Failure } from '../../../base/failures';
import type { Secrets } from '../../../base/secrets';
import { readUnsubscribeToken } from '../../../base/tokens';
import type { Database } from '../../../prisma/client';
import { unsubscribe } from '../store/suppressions';

/**
 * Withdraws the marketing consent that a token belongs to, for both the endpoint and the page. Idempotent.
 * @throws Failure `invalid_token`
 */
export async function unsubscribeByToken(
  { db, settings }: { db: Database; settings: { mail: { tokenSecrets: Secrets } | null } },
  token: string,
): Promise<void> {
  const consentId = readUnsubscribeToken(settings.mail!.tokenSecrets, token);
  if (!consentId || !(await unsubscribe(db, consentId))) throw new Failure('invalid_token');
}
