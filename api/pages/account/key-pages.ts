import { Type } from '@sinclair/typebox';
import { MODES, SCOPES, type Scope } from '../../../contracts/access';
import { Failure } from '../../../contracts/failures';
import { idSchema } from '../../../contracts/ids';
import { html } from '../../../providers/html';
import { createKey, findOwnKey, listKeys, revokeKey, rotateKey, type CreatedKey } from '../../../store/api-keys';
import type { ApiDeps, ApiSettings } from '../../deps';
import { narrow } from '../people/notice';
import { seeOther } from '../page';
import { accountForm, accountPage } from './account-page';
import { copyScript } from './copy-script';
import { day } from './day';
import { DAY_MS, EXPIRIES, GRACES } from './key-choices';
import { keysView } from './keys-view';

const PATH = '/account/keys';

/** Scopes that a customer may give; reviewing is for the staff, whose keys operators make. */
const OWN_SCOPES = SCOPES.filter((scope) => scope !== 'admin:review');

const choice = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });
const keyId = Type.String({ pattern: idSchema('key').pattern! });

/** The keys of an account, and the form for a new one. */
export const keysPage = accountPage({
  path: PATH,

  async handle({ deps, session }) {
    return keysView(session, await listKeys(deps.db, session.account.id), OWN_SCOPES);
  },
});

/** Makes a key and shows it, once. */
export const createOwnKey = accountForm({
  path: PATH,
  form: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 80, pattern: '^[^\\r\\n\\t]*$' }),
    mode: choice(MODES),
    expiresIn: choice(Object.keys(EXPIRIES)),
    // One box that is ticked comes as a text, several as a list.
    scopes: Type.Optional(Type.Union([choice(OWN_SCOPES), Type.Array(choice(OWN_SCOPES), { uniqueItems: true })])),
  }),

  async handle({ deps, session, body }) {
    const days = EXPIRIES[body.expiresIn]!.days;
    const created = await createKey(deps.db, {
      accountId: session.account.id,
      name: body.name,
      mode: body.mode,
      scopes: [body.scopes ?? []].flat() as Scope[],
      ...(days !== null && { expiresInMs: days * DAY_MS }),
    });
    return shown('Your new key', created, deps.settings);
  },
});

/** Replaces a key; the old one goes on for as long as was chosen. */
export const rotateOwnKey = accountForm({
  path: `${PATH}/rotate`,
  form: Type.Object({ keyId, grace: choice(Object.keys(GRACES)) }),

  async handle({ deps, session, body }) {
    await own(deps, session.account.id, body.keyId);
    const { days, label } = GRACES[body.grace]!;
    const created = await rotateKey(deps.db, body.keyId, days * DAY_MS);
    return shown('Your replaced key', created, deps.settings, `The old key ${label}.`);
  },
});

/** Revokes a key. */
export const revokeOwnKey = accountForm({
  path: `${PATH}/revoke`,
  form: Type.Object({ keyId }),

  async handle({ deps, session, body }) {
    await own(deps, session.account.id, body.keyId);
    await revokeKey(deps.db, body.keyId);
    return seeOther(PATH);
  },
});

async function own({ db }: ApiDeps, accountId: string, id: string): Promise<void> {
  if (!(await findOwnKey(db, accountId, id)))
    throw new Failure('not_found', { detail: 'No such key on this account.' });
}

function shown(title: string, { record, secret }: CreatedKey, { publicUrl }: ApiSettings, remark = '') {
  return narrow(
    title,
    html`<p class="notice warn" role="status">Copy it now: it is shown this one time and stored as a hash only.</p>
      <p><strong>${record.name}</strong> (${record.mode}${record.expiresAt && `, until ${day(record.expiresAt)}`})</p>
      <pre><code id="secret">${secret}</code></pre>
      <p><button type="button" data-copy="secret" hidden>Copy the key</button></p>
      ${remark && html`<p>${remark}</p>`}
      <p>Send it in the header <code>X-Api-Key</code>:</p>
      <pre><code>curl ${publicUrl}/v1/runs -H "X-Api-Key: $KEY"</code></pre>
      <p><a href="${PATH}">To your keys</a></p>`,
    { scripts: [copyScript.href] },
  );
}
