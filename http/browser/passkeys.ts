import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { isLoopbackName } from '../../base/public-deployment';
import { hashToken } from '../../base/tokens';
import {
  keepChallenge,
  takeChallenge,
  findPasskey,
  listPasskeys,
  type NewPasskey,
  type PasskeyPurpose,
  type UsedPasskey,
} from '../../modules/accounts/store/passkeys';
import type { ApiDeps } from '../deps';
import { loggedNetwork } from '../limits/client-address';
import type { ApiSettings } from '../settings';
import type { Session } from './session';

/** Loaded on first use, because loading it takes a tenth of a second. */
const webauthn = () => require('@simplewebauthn/server') as typeof import('@simplewebauthn/server');

/** Service name that browsers show next to a passkey. */
const SERVICE = 'Newsletter Opportunity Intelligence';

/** Maximum length of a browser's response in characters. A response with the longest kind of key has about 2,000. */
export const MAX_ANSWER = 8_192;

/** WebAuthn relying party: the host of PUBLIC_URL, to which passkeys are bound, and the required origin. */
interface RelyingParty {
  id: string;
  origin: string;
}

/** Relying party. Null where browsers do not allow passkeys: on IP addresses, and without https except on localhost. */
export function relyingParty({ publicUrl }: Pick<ApiSettings, 'publicUrl'>): RelyingParty | null {
  const { hostname, origin, protocol } = new URL(publicUrl);
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  return protocol === 'https:' || isLoopbackName(hostname) ? { id: hostname, origin } : null;
}

/** Session that requests a step-up or a new passkey; null at sign-in. */
type Asker = Pick<Session, 'id' | 'account'> | null;

const challenge = (purpose: PasskeyPurpose, asker: Asker, text: string) => ({
  hash: hashToken(text),
  purpose,
  sessionId: asker?.id ?? null,
});

/**
 * Options for the browser's passkey prompt. A sign-in accepts any passkey of this site, a step-up only the account's
 * passkeys. Null if there is no relying party, or if the account has no passkey.
 */
export async function askForPasskey(
  { db, settings }: ApiDeps,
  asker: Asker,
): Promise<PublicKeyCredentialRequestOptionsJSON | null> {
  const party = relyingParty(settings);
  if (!party) return null;
  const own = asker ? await listPasskeys(db, asker.account.id) : [];
  if (asker && own.length === 0) return null;
  const { generateAuthenticationOptions } = webauthn();
  const options = await generateAuthenticationOptions({
    rpID: party.id,
    userVerification: 'required',
    allowCredentials: own.map(toDescriptor),
  });
  await keepChallenge(db, challenge(asker ? 'step_up' : 'sign_in', asker, options.challenge));
  return options;
}

/** Options for creating a passkey for the session's account; null if there is no relying party. */
export async function askForNewPasskey(
  { db, settings }: ApiDeps,
  session: Pick<Session, 'id' | 'account'>,
): Promise<PublicKeyCredentialCreationOptionsJSON | null> {
  const party = relyingParty(settings);
  if (!party) return null;
  const { id, email } = session.account;
  const { generateRegistrationOptions } = webauthn();
  const options = await generateRegistrationOptions({
    rpName: SERVICE,
    rpID: party.id,
    userName: email,
    userDisplayName: email,
    userID: new Uint8Array(Buffer.from(id)),
    // No attestation, because the authenticator's manufacturer does not matter.
    attestationType: 'none',
    excludeCredentials: (await listPasskeys(db, id)).map(toDescriptor),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
  await keepChallenge(db, challenge('add', session, options.challenge));
  return options;
}

const toDescriptor = ({ credentialId, transports }: { credentialId: Uint8Array; transports: string[] }) => ({
  id: Buffer.from(credentialId).toString('base64url'),
  transports,
});

/**
 * Verifies a browser's response to {@link askForPasskey}: challenge (single use), origin, relying party, user
 * verification, signature and counter. Null if any check fails. Logs the outcome and a keyed hash of the network.
 */
export async function checkPasskey(
  { deps: { db, log, settings }, address }: { deps: ApiDeps; address: string },
  asker: Asker,
  answer: string,
): Promise<UsedPasskey | null> {
  const used = await check();
  const who = used && { accountId: used.accountId };
  const network = loggedNetwork(settings, address);
  log.info({ ...who, network, outcome: used ? 'right' : 'wrong' }, 'passkey attempt');
  return used;

  async function check(): Promise<UsedPasskey | null> {
    const party = relyingParty(settings);
    const read = readAnswer<AuthenticationResponseJSON>(answer);
    if (!party || !read) return null;
    if (!(await takeChallenge(db, challenge(asker ? 'step_up' : 'sign_in', asker, read.challenge)))) return null;
    const { response } = read;
    const passkey = await findPasskey(db, Buffer.from(response.id, 'base64url'), asker?.account.id);
    if (!passkey) return null;
    const { userHandle } = response.response;
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.accountId) return null;
    const { verifyAuthenticationResponse } = webauthn();
    const verified = await unlessRefused(
      verifyAuthenticationResponse({
        response,
        expectedChallenge: read.challenge,
        expectedOrigin: party.origin,
        expectedRPID: party.id,
        requireUserVerification: true,
        credential: {
          id: response.id,
          publicKey: new Uint8Array(passkey.publicKey),
          counter: Number(passkey.counter),
        },
      }),
    );
    if (!verified?.verified) return null;
    const { newCounter } = verified.authenticationInfo;
    return { accountId: passkey.accountId, passkeyId: passkey.id, counter: newCounter };
  }
}

/** Verifies a browser's response to {@link askForNewPasskey}, like {@link checkPasskey}. */
export async function checkNewPasskey(
  { db, settings }: ApiDeps,
  session: Pick<Session, 'id' | 'account'>,
  answer: string,
): Promise<Omit<NewPasskey, 'name'> | null> {
  const party = relyingParty(settings);
  const read = readAnswer<RegistrationResponseJSON>(answer);
  if (!party || !read || !(await takeChallenge(db, challenge('add', session, read.challenge)))) return null;
  const { verifyRegistrationResponse } = webauthn();
  const verified = await unlessRefused(
    verifyRegistrationResponse({
      response: read.response,
      expectedChallenge: read.challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
    }),
  );
  if (!verified?.verified) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    accountId: session.account.id,
    credentialId: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: (credential.transports ?? []).filter((one) => TRANSPORTS.has(one)),
    synced: credentialBackedUp,
  };
}

/** Known authenticator transports. All others are dropped, because browsers may send arbitrary strings. */
const TRANSPORTS = new Set(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** Parses a browser's response, including the challenge that it claims to have signed. Null if malformed. */
function readAnswer<Answer extends AuthenticationResponseJSON | RegistrationResponseJSON>(
  text: string,
): { response: Answer; challenge: string } | null {
  try {
    const response = JSON.parse(text) as Answer;
    const clientData = Buffer.from(response.response.clientDataJSON, 'base64url').toString();
    const { challenge: signed } = JSON.parse(clientData) as { challenge?: unknown };
    return typeof signed === 'string' && typeof response.id === 'string' ? { response, challenge: signed } : null;
  } catch {
    return null;
  }
}

/** Returns null if the verification throws, which is how the library rejects a response. */
async function unlessRefused<Verified>(verification: Promise<Verified>): Promise<Verified | null> {
  try {
    return await verification;
  } catch {
    return null;
  }
}
