import { normalEmail } from '../../contracts/email-address';
import type { FreeScanRequest } from '../../contracts/scans';
import { scanMessage } from '../../domain/messages/scans';
import { acceptScan, type AcceptedScan } from '../../store/scans/accept-scan';
import type { ApiDeps } from '../../http/deps';
import { withinMailShare } from './mail-share';

/**
 * Records a free scan, for endpoint and page, in one transaction; its mail is sent in the background.
 *
 * @throws Failure as {@link withinMailShare} and {@link acceptScan}
 */
export async function requestScan(
  deps: ApiDeps,
  address: string,
  { email, idea, marketingConsent = false, locale }: FreeScanRequest,
): Promise<AcceptedScan> {
  const { settings, db } = deps;
  const accepted = await withinMailShare(deps, { email, address }, () =>
    acceptScan(
      db,
      { email: normalEmail(email), idea, marketingConsent, locale: locale ?? null },
      { confirmationMs: settings.scanConfirmationMs, scansPerDay: settings.freeScansPerDay },
      (scanId) => scanMessage(settings, scanId),
    ),
  );
  deps.deliver(accepted.pending);
  return accepted;
}
