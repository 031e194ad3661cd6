import { scanMessage } from '../../domain/messages/scans';
import { hashSource, hashToken } from '../../platform/tokens';
import { confirmScan } from '../../store/scans/confirm-scan';
import type { ScanRow } from '../../store/scans/row';
import type { ApiDeps } from '../../http/deps';

/**
 * Confirms the scan behind a token, for endpoint and page. Idempotent: repeats return the first confirmation.
 *
 * @throws Failure as {@link confirmScan}
 */
export async function confirmScanByToken(
  deps: ApiDeps,
  token: string,
  address: string,
): Promise<ScanRow & { confirmedAt: Date }> {
  const { settings, db } = deps;
  const [secret] = settings.mail!.tokenSecrets;
  const source = { hash: hashSource(secret, address), keyId: secret.id };
  const confirmed = (scanId: string) => scanMessage(settings, scanId, 'scanConfirmed');
  const ceiling = { scansPerDay: settings.freeScansPerDay };
  const { scan, pending } = await confirmScan(db, hashToken(token), source, confirmed, ceiling);
  for (const message of pending) deps.deliver(message);
  return scan;
}
