import { hashSource, hashToken } from '../../../contracts/tokens';
import { confirmScan, type ScanRow } from '../../../store/free-scans';
import type { ApiDeps } from '../../deps';
import { scanMessage } from './scan-message';

/**
 * Confirms the scan behind a token, for the endpoint and for the page; again returns the first confirmation.
 *
 * @throws Failure `invalid_token`
 */
export async function takeConfirmation(
  deps: ApiDeps,
  token: string,
  address: string,
): Promise<ScanRow & { confirmedAt: Date }> {
  const { settings, db } = deps;
  const source = hashSource(settings.mail!.tokenSecret, address);
  const { scan, pending } = await confirmScan(db, hashToken(token), source, (scanId) =>
    scanMessage(settings, scanId, 'scanConfirmed'),
  );
  for (const message of pending) deps.deliver(message);
  return scan;
}
