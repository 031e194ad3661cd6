import { normalEmail } from '../../../contracts/email-address';
import type { FreeScanRequest } from '../../../contracts/scans';
import { acceptScan, type AcceptedScan } from '../../../store/free-scans';
import type { ApiDeps } from '../../deps';
import { scanMessage } from './scan-message';

/** Accepts a free scan for the endpoint and for the page: one transaction; the mail is sent behind the answer. */
export async function requestScan(
  deps: ApiDeps,
  { email, idea, marketingConsent = false, locale }: FreeScanRequest,
): Promise<AcceptedScan> {
  const { settings, db } = deps;
  const accepted = await acceptScan(
    db,
    { email: normalEmail(email), idea, marketingConsent, locale: locale ?? null },
    settings.scanConfirmationMs,
    (scanId) => scanMessage(settings, scanId),
  );
  deps.deliver(accepted.pending);
  return accepted;
}
