import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { hashSource } from '../../base/tokens';
import { deviceHash } from '../../http/browser/device';
import { askForPasskey, checkPasskey, MAX_ANSWER } from '../../http/browser/passkeys';
import { newCookie, type Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { loggedNetwork } from '../../http/limits/client-address';
import { STEP_UP_METHODS, type StepUpMethod } from '../../modules/accounts/contract';
import { beginPasswordAttempt, type RightPassword } from '../../modules/accounts/store/passwords';
import { proveSession, type Proof } from '../../modules/accounts/store/sign-in';
import { hashPassword, isOutdated, isPassword } from '../../modules/accounts/use-cases/passwords';
import { hiddenFields, textField } from '../components/form';
import { narrow } from '../people/notice';
import { passkeyForm, passkeyScript } from './sign-in-forms';

/** Form field of the step-up password. */
export const STEP_UP_FIELD = 'stepUpPassword';

/** Form field of the passkey response. */
const PASSKEY_FIELD = 'stepUpPasskey';

/** Proof fields for every form that may need a step-up. */
export const PROOF_FIELDS = {
  [STEP_UP_FIELD]: Type.Optional(Type.String({ maxLength: 128 })),
  [PASSKEY_FIELD]: Type.Optional(Type.String({ maxLength: MAX_ANSWER })),
};

/** Submitted form that needs a step-up. */
interface Attempt {
  deps: ApiDeps;
  address: string;
  cookie(name: string): string | null;
  session: Session;
  /** Submitted fields, which the proof page resubmits. */
  sent: Readonly<Record<string, unknown>>;
  /** URL path of the form. */
  action: string;
  returnTo: string;
  /** True if the form can be redisplayed with its values. */
  keeps: boolean;
}

/** True if the session's owner proved their identity within ten minutes. */
function isRecent({ provedAt }: Session, { settings }: ApiDeps): boolean {
  return Date.now() - provedAt.getTime() < settings.stepUpMs;
}

/**
 * Protects a form against stolen cookies. Proceeds after a recent sign-in, or if the form includes a passkey or the
 * correct password. Such proof also rotates the session cookie. Otherwise shows a page that asks for proof and
 * resubmits the form.
 */
export async function stepUp(attempt: Attempt, proceed: (session: Session) => Promise<Reply>): Promise<Reply> {
  const { deps, session } = attempt;
  if (isRecent(session, deps)) return proceed(session);
  const given = await givenProof(attempt);
  if (given === null) return proofPage(attempt, null);
  const { header, ...secrets } = newCookie(deps.settings);
  const change = { from: session.hash, to: secrets.hash };
  if (!given.proof || !(await proveSession(deps.db, given.proof, change))) return proofPage(attempt, given.method);
  try {
    const reply = await proceed({ ...session, ...secrets, provedAt: new Date() });
    return { ...reply, headers: { ...reply.headers, 'Set-Cookie': header } };
  } catch (error) {
    // The old cookie is already invalid. Without the new cookie, a failure would sign the user out.
    if (!(error instanceof Failure)) throw error;
    throw new Failure(error.code, { ...error.public, headers: { ...error.public.headers, 'Set-Cookie': header } });
  }
}

/** Proof submitted with a form; null if there was none. `proof` is null if the submitted proof is wrong. */
async function givenProof(attempt: Attempt): Promise<{ method: Proof['method']; proof: Proof | null } | null> {
  const { session, sent } = attempt;
  const { [STEP_UP_FIELD]: password, [PASSKEY_FIELD]: passkey } = sent;
  if (typeof passkey === 'string' && passkey !== '') {
    const used = await checkPasskey(attempt, session, passkey);
    return { method: 'passkey', proof: used && { method: 'passkey', ...used } };
  }
  if (typeof password !== 'string' || password === '') return null;
  const right = await tryPassword(attempt, { email: session.account.email, password });
  return { method: 'password', proof: right && { method: 'password', ...right } };
}

/** Shows a form that needs proof. Without recent proof, asks for it first, so that nobody loses a completed form. */
export function afterProof(
  session: Session,
  deps: ApiDeps,
  { title, returnTo }: ProofFirst,
  form: () => Markup,
): Markup {
  if (isRecent(session, deps)) return form();
  return html`<form class="panel" method="post" action="/account/prove">
    <h2>${title}</h2>
    <p>You signed in more than ten minutes ago. For your security, confirm that it is you. Then the form opens.</p>
    <input type="hidden" name="csrf" value="${session.csrf}" />
    <input type="hidden" name="returnPath" value="${returnTo}" />
    <button type="submit">Confirm it is you</button>
  </form>`;
}

interface ProofFirst {
  title: string;
  /** Path of the page with the form. */
  returnTo: string;
}

type ProofForm = (attempt: Attempt, wrong: Proof['method'] | null) => Markup | false | Promise<Markup | false>;

const FORMS: Record<StepUpMethod, ProofForm> = {
  async passkey({ deps, session, sent, action }) {
    const options = await askForPasskey(deps, session);
    const fields = hiddenFields(sent, Object.keys(PROOF_FIELDS));
    const label = 'Confirm with a passkey';
    return options !== null && passkeyForm({ action, options, name: PASSKEY_FIELD, label, fields });
  },

  password: ({ session, sent, action }, wrong) =>
    session.account.hasPassword &&
    html`<form class="panel" method="post" action="${action}">
      ${hiddenFields(sent, Object.keys(PROOF_FIELDS))}
      ${textField({
        id: 'proof',
        name: STEP_UP_FIELD,
        label: 'Your password',
        type: 'password',
        autocomplete: 'current-password',
        maxLength: 128,
        required: true,
        ...(wrong === 'password' && { error: WRONG.password }),
      })}
      <button class="wide" type="submit">Confirm and continue</button>
    </form>`,

  mail_link: ({ deps, session, sent, action, returnTo, keeps }) =>
    deps.settings.mail !== null &&
    html`<form class="panel" method="post" action="/account/confirm" ${keeps && html`target="_blank" rel="noopener"`}>
        <input type="hidden" name="csrf" value="${session.csrf}" />
        <input type="hidden" name="returnPath" value="${keeps ? '/sign-in/done' : returnTo}" />
        <p>We email a link to ${session.account.email}. Open it in this browser.</p>
        <button class="wide" type="submit">Email me a link</button>
      </form>
      ${
        keeps &&
        html`<form class="panel" method="post" action="${action}">
          ${hiddenFields(sent, ['csrf', ...Object.keys(PROOF_FIELDS)])}
          <p>This page keeps your entries. Once you have opened the link, come back here and continue.</p>
          <button class="wide quiet" type="submit">Continue</button>
        </form>`
      }`,
};

const WRONG: Record<Proof['method'], string> = {
  password: 'Wrong password, or too many attempts. Try again, or use a link by email.',
  passkey: 'We could not accept this passkey. Try again, or choose another way.',
};

async function proofPage(attempt: Attempt, wrong: Proof['method'] | null): Promise<Reply> {
  const forms: (Markup | false)[] = [];
  for (const method of STEP_UP_METHODS) forms.push(await FORMS[method](attempt, wrong));
  return narrow(
    'Confirm it is you',
    html`${wrong && html`<p class="notice bad" role="alert">${WRONG[wrong]}</p>`}
      <p class="lead">You signed in more than ten minutes ago. For your security, confirm that it is you.</p>
      ${forms}`,
    { status: wrong ? 400 : 403, scripts: [passkeyScript.href] },
  );
}

/**
 * Counts and verifies a password attempt. Returns null if it is wrong, or if too many attempts locked the account. Does
 * the same work for every email address. Logs the account, or a keyed hash of an unknown address.
 */
export async function tryPassword(
  request: { deps: ApiDeps; address: string; cookie(name: string): string | null },
  { email, password }: { email: string; password: string },
): Promise<RightPassword | null> {
  const { db, log, settings } = request.deps;
  const { accountId, passwordHash, deviceId } = await beginPasswordAttempt(db, email, deviceHash(request));
  const isRight = (await isPassword(password, passwordHash)) && accountId !== null;
  const address = settings.mail && hashSource(settings.mail.tokenSecrets[0], email).toString('hex').slice(0, 16);
  const who = accountId === null ? { addressHash: address } : { accountId };
  const network = loggedNetwork(settings, request.address);
  log.info(
    { ...who, network, outcome: isRight ? 'right' : 'wrong', knownBrowser: deviceId !== null },
    'password attempt',
  );
  if (!isRight || !passwordHash) return null;
  const rehash = isOutdated(passwordHash) ? { from: passwordHash, to: await hashPassword(password) } : null;
  return { accountId, email, deviceId, rehash };
}
