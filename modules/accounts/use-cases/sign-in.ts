import { hashToken } from '../../../base/tokens';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import { addPasskey, type NewPasskey, type UsedPasskey } from '../store/passkeys';
import type { RightPassword } from '../store/passwords';
import type { NewSession } from '../store/sessions';
import { signInByLink, signInByPasskey, signInByPassword } from '../store/sign-in';

/** Signs a browser in with the token of a mailed link and uses the token up. @throws Failure as {@link signInByLink} */
export function signInWithLink(deps: Work, token: string, session: NewSession) {
  return delivering(deps, signInByLink(deps.db, hashToken(token), session));
}

/** Signs a browser in after a correct password. */
export async function signInWithPassword(deps: Work, right: RightPassword, session: NewSession): Promise<void> {
  await delivering(deps, signInByPassword(deps.db, right, session));
}

/** Signs a browser in with a checked passkey; false if the passkey is no longer valid. */
export async function signInWithPasskey(deps: Work, used: UsedPasskey, session: NewSession): Promise<boolean> {
  return (await delivering(deps, signInByPasskey(deps.db, used, session))).signedIn;
}

/** Adds a passkey to an account; returns false as {@link addPasskey} does. */
export async function addOwnPasskey(deps: Work, passkey: NewPasskey): Promise<boolean> {
  return (await delivering(deps, addPasskey(deps.db, passkey))).added;
}
