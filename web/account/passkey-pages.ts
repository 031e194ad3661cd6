import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { idSchema } from '../../base/ids';
import { askForNewPasskey, checkNewPasskey, MAX_ANSWER } from '../../http/browser/passkeys';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { MAX_PASSKEYS, removePasskey } from '../../modules/accounts/store/passkeys';
import { addOwnPasskey } from '../../modules/accounts/use-cases/sign-in';
import type { Passkey } from '../../prisma/client';
import { inUtc, localTime } from '../components/data';
import { drawForm, type DeclaredFields, type FormState } from '../components/declared-form';
import { seeOther } from '../page';
import { narrow } from '../people/notice';
import { accountForm, csrfField } from './account-page';
import { passkeyForm, passkeyScript, withoutPasskeys } from './sign-in-forms';

const SECURITY = '/account/security';
const PATH = '/account/passkeys';

export const Name = Type.String({ minLength: 1, maxLength: 60 });
const NAMED = {
  name: {
    schema: Name,
    label: 'Name',
    hint: 'For example, “Phone” or “Office key”.',
    fix: 'Enter a name for this passkey.',
  },
} as const satisfies DeclaredFields;
/** Id of a passkey in a form. */
export const PasskeyId = Type.String({ pattern: idSchema('pky').pattern! });

/** Passkeys on the security page, with forms to add, rename and remove them. */
export function passkeySection(session: Session, passkeys: readonly Passkey[], again?: FormState): Markup {
  return html`<h2>Passkeys</h2>
    <p>A passkey signs you in with your fingerprint, face or device PIN. Nobody can guess it or phish it.</p>
    ${again && !passkeys.some(({ id }) => id === again.values.passkeyId) && drawForm(NAMED, again).summary}
    <ul class="cards">
      ${passkeys.map((passkey) => passkeyCard(session, passkey, again))}
    </ul>
    <form method="post" action="${PATH}/new" data-needs-passkeys hidden>
      ${csrfField(session)}
      <p><button class="quiet" type="submit">Add a passkey</button></p>
    </form>
    ${withoutPasskeys}
    <p class="soft">Lost one? Remove it here. A link by email still signs you in, so protect your mailbox, too.</p>`;
}

function passkeyCard(session: Session, passkey: Passkey, again?: FormState): Markup {
  const { id, name, synced, createdAt, lastUsedAt } = passkey;
  const state = again?.values.passkeyId === id ? again : { values: { name } };
  const { summary, field } = drawForm(NAMED, state, `-${id}`);
  const hidden = html`${csrfField(session)}<input type="hidden" name="passkeyId" value="${id}" />`;
  return html`<li class="card">
    <h3>${name}</h3>
    <dl>
      <dt>Kept</dt>
      <dd>${synced ? 'on your devices, by their password manager' : 'on one device'}</dd>
      <dt>Added</dt>
      <dd>${localTime(createdAt)}</dd>
      <dt>Last used</dt>
      <dd>${lastUsedAt ? localTime(lastUsedAt) : 'Never'}</dd>
    </dl>
    <form class="forms" method="post" action="${PATH}/rename">
      ${hidden} ${summary} ${field('name')}
      <button class="quiet" type="submit" aria-label="Rename ${name}, added ${inUtc(createdAt)}">Rename</button>
    </form>
    <form class="forms" method="post" action="${PATH}/remove">
      ${hidden}
      <button class="quiet" type="submit" aria-label="Remove ${name}, added ${inUtc(createdAt)}">Remove</button>
    </form>
  </li>`;
}

/** Asks for a name, then has the browser create the passkey. */
export const newPasskeyPage = accountForm({
  path: `${PATH}/new`,
  form: Type.Object({}),
  stepUp: { returnTo: SECURITY },

  handle: ({ deps, session }) => newPasskey(deps, session),
});

async function newPasskey(deps: ApiDeps, session: Session, state?: FormState): Promise<Reply> {
  const options = await askForNewPasskey(deps, session);
  if (!options) throw new Failure('not_found');
  const { summary, all } = drawForm(NAMED, state);
  return narrow(
    'Add a passkey',
    html`${summary} ${withoutPasskeys}
      ${passkeyForm({
        action: PATH,
        options,
        name: 'passkey',
        label: 'Create the passkey',
        fields: [csrfField(session), ...all],
      })}
      <p><a href="${SECURITY}">Back to profile and security</a></p>`,
    { scripts: [passkeyScript.href] },
  );
}

const NOT_ADDED = `We could not add this passkey. It may already be registered, this page may have been open for too long, or you may have reached the limit of ${MAX_PASSKEYS}.`;

/** Stores the passkey that the browser created. */
export const addOwnPasskeyForm = accountForm({
  path: PATH,
  form: Type.Object({ name: Name, passkey: Type.String({ maxLength: MAX_ANSWER }) }),
  stepUp: { returnTo: SECURITY },
  again: ({ deps, session }, state) => newPasskey(deps, session, state),

  async handle({ deps, session, body }) {
    const made = await checkNewPasskey(deps, session, body.passkey);
    const added = made && (await addOwnPasskey(deps, { ...made, name: body.name }));
    if (added) return seeOther(SECURITY);
    const shown = await newPasskey(deps, session, { values: { name: body.name }, problem: NOT_ADDED });
    return { ...shown, status: 400 };
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
