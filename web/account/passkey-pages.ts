import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { idSchema } from '../../base/ids';
import { askForNewPasskey, checkNewPasskey, MAX_ANSWER } from '../../http/browser/passkeys';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { MAX_PASSKEYS, removePasskey, renamePasskey } from '../../modules/accounts/store/passkeys';
import { addOwnPasskey } from '../../modules/accounts/use-cases/sign-in';
import type { Passkey } from '../../prisma/client';
import { inUtc, localTime } from '../components/data';
import { seeOther } from '../page';
import { narrow } from '../people/notice';
import { accountForm, csrfField } from './account-page';
import { passkeyForm, passkeyScript, withoutPasskeys } from './sign-in-forms';

const SECURITY = '/account/security';
const PATH = '/account/passkeys';

const Name = Type.String({ minLength: 1, maxLength: 60 });
const PasskeyId = Type.String({ pattern: idSchema('pky').pattern! });

/** Passkeys of an account on its security page, with the ways to add, rename and remove one. */
export function passkeySection(session: Session, passkeys: readonly Passkey[]): Markup {
  return html`<h2>Passkeys</h2>
    <p>
      A passkey signs you in with your fingerprint, face or device PIN. It cannot be phished or guessed, and nobody has
      to know your password.
    </p>
    <ul class="cards">
      ${passkeys.map((passkey) => passkeyCard(session, passkey))}
    </ul>
    <form method="post" action="${PATH}/new" data-needs-passkeys hidden>
      ${csrfField(session)}
      <p><button class="quiet" type="submit">Add a passkey</button></p>
    </form>
    ${withoutPasskeys}
    <p class="soft">
      Lost one? Remove it here. Without any, a link that we e-mail you still signs you in: whoever reads your mailbox
      can sign in, so protect it as well.
    </p>`;
}

function passkeyCard(session: Session, { id, name, synced, createdAt, lastUsedAt }: Passkey): Markup {
  const hidden = html`${csrfField(session)}<input type="hidden" name="passkeyId" value="${id}" />`;
  return html`<li class="card">
    <h3>${name}</h3>
    <dl>
      <dt>Kept</dt>
      <dd>${synced ? 'on your devices, by their password manager' : 'on one device'}</dd>
      <dt>Added</dt>
      <dd>${localTime(createdAt)}</dd>
      <dt>Last used</dt>
      <dd>${lastUsedAt ? localTime(lastUsedAt) : 'never'}</dd>
    </dl>
    <form class="forms" method="post" action="${PATH}/rename">
      ${hidden}
      <label for="name-${id}">Name</label>
      <input id="name-${id}" name="name" value="${name}" maxlength="${Name.maxLength}" required />
      <button class="quiet" type="submit" aria-label="Rename ${name}, added ${inUtc(createdAt)}">Rename</button>
    </form>
    <form class="forms" method="post" action="${PATH}/remove">
      ${hidden}
      <button class="quiet" type="submit" aria-label="Remove ${name}, added ${inUtc(createdAt)}">Remove</button>
    </form>
  </li>`;
}

/** Asks for the name of a new passkey, and the browser to make it. */
export const newPasskeyPage = accountForm({
  path: `${PATH}/new`,
  form: Type.Object({}),
  stepUp: { returnTo: SECURITY },

  handle: ({ deps, session }) => newPasskey(deps, session, false),
});

async function newPasskey(deps: ApiDeps, session: Session, failed: boolean): Promise<Reply> {
  const options = await askForNewPasskey(deps, session);
  if (!options) throw new Failure('not_found');
  return narrow(
    'Add a passkey',
    html`${
        failed &&
        html`<p class="notice bad" role="alert">
          This passkey could not be added: it is known already, this page was too old, or you have ${MAX_PASSKEYS}, the
          most that an account may have.
        </p>`
      }
      ${withoutPasskeys}
      ${passkeyForm({
        action: PATH,
        options,
        name: 'passkey',
        label: 'Create the passkey',
        fields: html`${csrfField(session)}
          <label for="name">Name <span class="hint">For you, such as “Phone” or “Key at the office”.</span></label>
          <input id="name" name="name" maxlength="${Name.maxLength}" required />`,
      })}
      <p><a href="${SECURITY}">Back</a></p>`,
    { status: failed ? 400 : 200, scripts: [passkeyScript.href] },
  );
}

/** Adds the passkey that the browser made. */
export const addOwnPasskeyForm = accountForm({
  path: PATH,
  form: Type.Object({ name: Name, passkey: Type.String({ maxLength: MAX_ANSWER }) }),
  stepUp: { returnTo: SECURITY },

  async handle({ deps, session, body }) {
    const made = await checkNewPasskey(deps, session, body.passkey);
    const added = made && (await addOwnPasskey(deps, { ...made, name: body.name }));
    if (!added) return newPasskey(deps, session, true);
    return seeOther(SECURITY);
  },
});

/** Renames a passkey of the account. */
export const renameOwnPasskey = accountForm({
  path: `${PATH}/rename`,
  form: Type.Object({ passkeyId: PasskeyId, name: Name }),

  async handle({ deps, session, body }) {
    await renamePasskey(deps.db, session.account.id, body.passkeyId, body.name);
    return seeOther(SECURITY);
  },
});

/** Removes a passkey of the account. */
export const removeOwnPasskey = accountForm({
  path: `${PATH}/remove`,
  form: Type.Object({ passkeyId: PasskeyId }),
  stepUp: { returnTo: SECURITY },

  async handle({ deps, session, body }) {
    await removePasskey(deps.db, session.account.id, body.passkeyId);
    return seeOther(SECURITY);
  },
});
