import { Type } from '@sinclair/typebox';
import type { Scope } from '../../base/access';
import { Failure } from '../../base/failures';
import { html } from '../../base/html';
import { idSchema } from '../../base/ids';
import type { Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import type { ApiSettings } from '../../http/settings';
import { listKeys } from '../../modules/accounts/store/keys';
import { createOwnKey, revokeOwnKey, rotateOwnKey, type OwnKey } from '../../modules/accounts/use-cases/own-keys';
import { codeBlock, copyButton } from '../components/code';
import { localTime } from '../components/data';
import { bodyOf, type FormState } from '../components/declared-form';
import { notice } from '../components/frame';
import { anything, seeOther } from '../page';
import { accountForm, accountPage, accountReply } from './account-page';
import { DAY_MS, EXPIRIES, GRACES, NEW_KEY, PRESETS, TEST_KEY, keysView, newKeyForm } from './keys-view';
import { afterProof } from './step-up';

const PATH = '/account/keys';

const choice = <T extends string>(values: readonly T[]) => Type.Unsafe<T>({ type: 'string', enum: [...values] });
const keyId = Type.String({ pattern: idSchema('key').pattern! });

/** Lists API keys, with a form for a new key. Developer pages link here with `mode=test`. */
export const keysPage = accountPage({
  path: PATH,
  query: Type.Object({ mode: anything }),
  handle: (request) => view(request, request.query.mode === 'test' ? TEST_KEY : undefined),
});

async function view({ deps, session }: { deps: ApiDeps; session: Session }, state?: FormState): Promise<Reply> {
  const first = { title: 'Create a key', returnTo: PATH };
  const newKey = afterProof(session, deps, first, () => newKeyForm(session, state));
  return keysView(session, await listKeys(deps.db, session.account.id), newKey);
}

/** Creates a key and shows its secret once. */
export const createOwnKeyForm = accountForm({
  path: PATH,
  stepUp: { returnTo: PATH },
  form: bodyOf(NEW_KEY),
  again: view,

  check({ preset, scopes }) {
    if (preset === 'custom' && !scopes) throw new Failure('invalid_request', { errors: [NO_SCOPE] });
  },

  async handle({ deps, session, body }) {
    const days = EXPIRIES[body.expiresIn]!.days;
    const created = await createOwnKey(deps, {
      accountId: session.account.id,
      name: body.name,
      mode: body.mode,
      scopes: PRESETS[body.preset ?? 'custom']!.scopes ?? ([body.scopes ?? []].flat() as Scope[]),
      ...(days !== null && { expiresInMs: days * DAY_MS }),
    });
    return newKeyPage(session, 'Your new key', created, deps.settings);
  },
});

const NO_SCOPE = { pointer: '/scopes', code: 'required', detail: 'is required' };

/** Rotates a key. The old secret works until the chosen grace period ends. */
export const rotateOwnKeyForm = accountForm({
  path: `${PATH}/rotate`,
  stepUp: { returnTo: PATH },
  form: Type.Object({ keyId, grace: choice(Object.keys(GRACES)) }),

  async handle({ deps, session, body }) {
    const { days, label } = GRACES[body.grace]!;
    const created = await rotateOwnKey(deps, session.account.id, body.keyId, days * DAY_MS);
    return newKeyPage(session, 'Your replaced key', created, deps.settings, `The old key ${label}.`);
  },
});

/** Revokes a key of the account. */
export const revokeOwnKeyForm = accountForm({
  path: `${PATH}/revoke`,
  form: Type.Object({ keyId }),

  async handle({ deps, session, body }) {
    await revokeOwnKey(deps, session.account.id, body.keyId);
    return seeOther(PATH);
  },
});

function newKeyPage(
  session: Session,
  title: string,
  { record, secret }: OwnKey,
  { publicUrl }: ApiSettings,
  remark = '',
) {
  const { name, mode, expiresAt } = record;
  return accountReply(session, {
    current: PATH,
    above: { href: PATH, label: 'API keys' },
    title,
    body: html`${notice(html`<p>Copy this key now. You cannot see it again.</p>`, 'warn')}
      <p><strong>${name}</strong> (${mode}${expiresAt && html`, until ${localTime(expiresAt)}`})</p>
      <pre><code id="secret">${secret}</code></pre>
      <div class="actions">
        ${copyButton('secret', 'Copy key')}<a class="button quiet" href="/developers">Open the quick start</a>
        <a class="button quiet" href="${PATH}">Back to keys</a>
      </div>
      ${remark && html`<p>${remark}</p>`}
      <p>Paste this into your shell to set the key and make your first call:</p>
      ${codeBlock('first-call', firstCall(record, secret, publicUrl), 'sh')}`,
  });
}

/** Sample request that the new key has permission to send. Every key may read the catalog. */
function firstCall({ mode, scopes }: OwnKey['record'], secret: string, publicUrl: string): string {
  const may = (...needed: Scope[]) => needed.every((scope) => scopes.includes(scope));
  const get = (path: string) =>
    `export NOI_API_URL=${publicUrl}\nexport NOI_API_KEY=${secret}\ncurl "$NOI_API_URL${path}" -H "X-Api-Key: $NOI_API_KEY"`;
  if (mode === 'test' && may('sandbox', 'evaluations:create')) {
    const idea = 'A weekly letter on heat pump policy for installers in small towns';
    const headers = '-H "Idempotency-Key: first-run" -H "Content-Type: application/json"';
    return `${get('/v1/sandbox/evaluations')} \\\n  ${headers} \\\n  -d '${JSON.stringify({ idea })}'`;
  }
  return get(may('runs:read') ? '/v1/runs' : '/v1/opportunities');
}
