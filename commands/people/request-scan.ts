import { normalEmail, type WithinMailShare } from '../../contracts/email-address';
import type { FreeScanRequest } from '../../contracts/scans';
import type { ScanPatience } from '../../domain/messages/patience';
import { scanMessage } from '../../domain/messages/scans';
import type { Work } from '../../store/outbox/outbox';
import { acceptScan, type AcceptedScan } from '../../store/scans/accept';

/**
 * Records a free scan, for endpoint and page, in one transaction; its mail is sent in the background.
 *
 * @throws Failure as `withinShare` and {@link acceptScan}
 */
export async function requestScan(
  deps: Work & { settings: ScanPatience & { freeScansPerDay: number } },
  withinShare: WithinMailShare,
  { email, idea, marketingConsent = false, locale }: FreeScanRequest,
): Promise<AcceptedScan> {
  const { settings, db } = deps;
  const accepted = await withinShare(email, () =>
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
