import type { Mode } from '../../../base/access';
import { hashToken, newToken } from '../../../base/tokens';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import { sharePurchase, shareRun, type AddedShare, type WantedShare } from '../store/shares';

/** A new link to a dossier. Its token is shown once; only its hash is stored. */
export interface NewShare {
  token: string;
  expiresAt: Date;
}

/** Shares the dossier of one of this owner's runs. @throws Failure for the same reasons as {@link shareRun} */
export function shareOwnRun(
  deps: Work,
  owner: { accountId: string; mode: Mode },
  runId: string,
  lifetimeMs: number,
): Promise<NewShare> {
  return share(deps, lifetimeMs, (wanted) => shareRun(deps.db, owner, runId, wanted));
}

/** Shares the dossier of an opportunity that this account bought. @throws Failure as {@link sharePurchase} */
export function shareOwnPurchase(
  deps: Work,
  accountId: string,
  orderId: string,
  lifetimeMs: number,
): Promise<NewShare> {
  return share(deps, lifetimeMs, (wanted) => sharePurchase(deps.db, accountId, orderId, wanted));
}

async function share(
  deps: Work,
  lifetimeMs: number,
  add: (wanted: WantedShare) => Promise<AddedShare>,
): Promise<NewShare> {
  const token = newToken();
  const added = await delivering(deps, add({ tokenHash: hashToken(token), lifetimeMs }));
  return { token, expiresAt: added.share.expiresAt };
}
