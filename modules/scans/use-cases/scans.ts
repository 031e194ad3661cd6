import { normalEmail, type WithinMailShare } from '../../../base/email-address';
import { networkOf } from '../../../base/networks';
import type { ScanLimits } from '../../../base/work-limits';
import type { Secrets } from '../../../base/secrets';
import { hashSource, hashToken } from '../../../base/tokens';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import type { FreeScanRequest } from '../contract';
import { scanMessage } from '../messages';
import { acceptScan, confirmScan } from '../store/accept';
import type { ScanRow } from '../store/scans';

/** Records a free scan. The confirmation email follows. @throws Failure as `withinShare` and {@link acceptScan} */
export function requestScan(
  deps: Work & { settings: ScanLimits & { freeScansPerDay: number } },
  withinShare: WithinMailShare,
  { email, idea, marketingConsent = false, locale }: FreeScanRequest,
) {
  const { settings, db } = deps;
  const accept = () =>
    acceptScan(
      db,
      { email: normalEmail(email), idea, marketingConsent, locale: locale ?? null },
      { confirmationMs: settings.scanConfirmationMs, scansPerDay: settings.freeScansPerDay },
      (scanId) => scanMessage(settings, scanId),
    );
  return delivering(deps, withinShare(email, accept));
}

interface ConfirmDeps extends Work {
  settings: ScanLimits & { freeScansPerDay: number; mail: { tokenSecrets: Secrets } | null };
  limiters: { endpoint: { scanConfirmations: Share } };
}

/** How many scans one network may confirm. */
interface Share {
  consume(network: string): Promise<{ exceeded: boolean }>;
  uncount(network: string): Promise<void>;
}

/** Confirms a token's scan. A repeated call returns the first result. @throws Failure as {@link confirmScan} */
export async function confirmScanByToken(
  deps: ConfirmDeps,
  token: string,
  address: string,
): Promise<ScanRow & { confirmedAt: Date }> {
  const { settings, db } = deps;
  const [secret] = settings.mail!.tokenSecrets;
  const source = { hash: hashSource(secret, address), keyId: secret.id };
  const confirmed = (scanId: string) => scanMessage(settings, scanId, 'scanConfirmed');
  // Counts the confirmation before making it, so that concurrent requests cannot exceed the share. Undoes the count if
  // nothing was confirmed.
  const [share, network] = [deps.limiters.endpoint.scanConfirmations, networkOf(address)];
  const { exceeded: networkSpent } = await share.consume(network);
  let confirmedNow = false;
  try {
    const ceiling = { scansPerDay: settings.freeScansPerDay, networkSpent };
    const change = confirmScan(db, hashToken(token), source, confirmed, ceiling);
    const { scan, isFirst } = await delivering(deps, change);
    confirmedNow = isFirst;
    return scan;
  } finally {
    if (!confirmedNow) await share.uncount(network);
  }
}
