import { Type } from '@sinclair/typebox';
import { askForPasskey, checkPasskey, MAX_ANSWER } from '../../commands/people/passkeys';
import { newSession } from '../../commands/people/session';
import { ReturnPath } from '../../contracts/account';
import { Failure } from '../../contracts/failures';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { html } from '../../platform/html';
import { signInByPasskey } from '../../store/accounts/sign-in-by-passkey';
import { page, seeOther } from '../page';
import { narrow } from '../people/notice';
import { passkeyForm, passkeyScript, withoutPasskeys } from './passkey-script';
import { safePath } from './safe-path';

const returnPath = Type.Optional(ReturnPath);

/** Asks the browser for a passkey of this site: whose it is, its answer says. */
export const askToSignInByPasskey = page({
  method: 'POST',
  path: '/sign-in/passkey',
  limit: 'passwordForms',
  form: Type.Object({ returnPath }),

  handle: ({ deps, body }) => passkeyPage(deps, safePath(body.returnPath), false),
});

async function passkeyPage(deps: ApiDeps, back: string, failed: boolean): Promise<Reply> {
  const options = await askForPasskey(deps, null);
  if (!options) throw new Failure('not_found');
  return narrow(
    'Use your passkey',
    html`${
        failed &&
        html`<p class="notice bad" role="alert">
          This passkey was not accepted: it was removed, or this page was too old. Try again, or choose another way.
        </p>`
      }
      ${withoutPasskeys}
      ${passkeyForm({
        action: '/sign-in/passkey/answer',
        options,
        name: 'passkey',
        label: 'Use a passkey',
        fields: html`<input type="hidden" name="returnPath" value="${back}" />`,
        now: !failed,
      })}
      <p>
        <a href="/sign-in?return=${encodeURIComponent(back)}">Sign in another way</a>. Lost your passkey? A link that we
        e-mail you still signs you in.
      </p>`,
    { status: failed ? 400 : 200, scripts: [passkeyScript.href] },
  );
}

/** Signs in with a passkey. Every failure gets the same answer. */
export const signInWithPasskey = page({
  method: 'POST',
  path: '/sign-in/passkey/answer',
  limit: 'passwordForms',
  form: Type.Object({ passkey: Type.String({ maxLength: MAX_ANSWER }), returnPath }),

  async handle(request) {
    const { deps, body } = request;
    const back = safePath(body.returnPath);
    const used = await checkPasskey(request, null, body.passkey);
    if (!used) return passkeyPage(deps, back, true);
    const { session, headers } = newSession(request);
    const signedIn = await signInByPasskey(deps.db, used, session);
    if (!signedIn) return passkeyPage(deps, back, true);
    if (signedIn.pending) deps.deliver(signedIn.pending);
    return seeOther(back, headers);
  },
});
