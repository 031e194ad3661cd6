import type { ScanPatience } from '../../domain/messages/patience';
import { scanMessage } from '../../domain/messages/scans';
import { networkOf } from '../../platform/networks';
import type { Secrets } from '../../platform/secrets';
import { hashSource, hashToken } from '../../platform/tokens';
import type { Work } from '../../store/outbox/outbox';
import { confirmScan } from '../../store/scans/accept';
import type { ScanRow } from '../../store/scans/scans';

/** What confirming a scan needs of the process. */
interface ConfirmDeps extends Work {
  settings: ScanPatience & { freeScansPerDay: number; mail: { tokenSecrets: Secrets } | null };
  limiters: { endpoint: { scanConfirmations: Share } };
}

/** Scans that one network may confirm. */
interface Share {
  consume(network: string): Promise<{ exceeded: boolean }>;
  uncount(network: string): Promise<void>;
}

/**
 * Confirms the scan behind a token, for endpoint and page. Idempotent: repeats return the first confirmation.
 *
 * @throws Failure as {@link confirmScan}
 */
export async function confirmScanByToken(
  deps: ConfirmDeps,
  token: string,
  address: string,
): Promise<ScanRow & { confirmedAt: Date }> {
  const { settings, db } = deps;
  const [secret] = settings.mail!.tokenSecrets;
  const source = { hash: hashSource(secret, address), keyId: secret.id };
  const confirmed = (scanId: string) => scanMessage(settings, scanId, 'scanConfirmed');
  // Counted before, and given back where nothing was confirmed, so that links used at once are counted.
  const [share, network] = [deps.limiters.endpoint.scanConfirmations, networkOf(address)];
  const { exceeded: networkSpent } = await share.consume(network);
  let confirmedNow = false;
  try {
    const ceiling = { scansPerDay: settings.freeScansPerDay, networkSpent };
    const { scan, pending } = await confirmScan(db, hashToken(token), source, confirmed, ceiling);
    confirmedNow = pending.length > 0;
    for (const message of pending) deps.deliver(message);
    return scan;
  } finally {
    if (!confirmedNow) await share.uncount(network);
  }
}
