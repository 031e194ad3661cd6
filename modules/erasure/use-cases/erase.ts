import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import { beginErasure } from '../store/begin-erasure';

/** @throws Failure as {@link beginErasure} */
export async function eraseAccount(deps: Work, accountId: string): Promise<void> {
  await delivering(deps, beginErasure(deps.db, accountId));
}
