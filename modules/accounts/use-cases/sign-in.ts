import { hashToken } from '../../../base/tokens';
import type { Work } from '../../outbox/store/outbox';
import { delivering } from '../../outbox/use-cases/deliver';
import { addPasskey, type NewPasskey, type UsedPasskey } from '../store/passkeys';
import type { RightPassword } from '../store/passwords';
import type { NewSession } from '../store/sessions';
import { signInByLink, signInByPasskey, signInByPassword } from '../store/sign-in';

/** @throws Failure as {@link signInByLink} */
export function signInWithLink(deps: Work, token: string, session: NewSession) {
  return delivering(deps, signInByLink(deps.db, hashToken(token), session));
}

export async function signInWithPassword(deps: Work, right: RightPassword, session: NewSession): Promise<void> {
  await delivering(deps, signInByPassword(deps.db, right, session));
}

/** Signs a browser in with a passkey whose signature was checked. Returns false if the passkey is no longer valid. */
export async function signInWithPasskey(deps: Work, used: UsedPasskey, session: NewSession): Promise<boolean> {
  return (await delivering(deps, signInByPasskey(deps.db, used, session))).signedIn;
}

/** Adds a passkey. Returns false if {@link addPasskey} refuses it. */
export async function addOwnPasskey(deps: Work, passkey: NewPasskey): Promise<boolean> {
  return (await delivering(deps, addPasskey(deps.db, passkey))).added;
}
