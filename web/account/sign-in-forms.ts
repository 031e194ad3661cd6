import { html } from '../../platform/html';
import type { Reply } from '../../http/endpoint';
import { emailField } from '../people/fields';
import { narrow } from '../people/notice';
import { passkeyScript } from './passkey-script';

/** What a form of sign-in repeats. */
interface Asked {
  /** Path of this site that the sign-in returns to. */
  back: string;
  email?: string;
}

const returnTo = (back: string) => html`<input type="hidden" name="returnPath" value="${back}" />`;

/**
 * Asks for the address, then for the method: nothing that follows depends on whether it has an account. With `passkeys`
 * it also offers one, in browsers that have them.
 */
export function signInForm({ back, passkeys }: Asked & { passkeys: boolean }): Reply {
  return narrow(
    'Sign in',
    html`<form class="panel" method="post" action="/sign-in">
        ${returnTo(back)}${emailField()}
        <button class="wide" type="submit">E-mail me a link</button>
        <button class="wide quiet" type="submit" formaction="/sign-in/password">Use a password</button>
        <p class="soft">
          New here? The link creates your account, under <a href="/terms">these terms</a> and
          <a href="/privacy">this privacy policy</a>.
        </p>
      </form>
      ${
        passkeys &&
        html`<form method="post" action="/sign-in/passkey" data-needs-passkeys hidden>
          ${returnTo(back)}
          <p><button class="wide quiet" type="submit">Use a passkey</button></p>
        </form>`
      }`,
    { scripts: passkeys ? [passkeyScript.href] : [] },
  );
}

/** Asks for the password of an address, or for another try. */
export function passwordForm({ back, email = '', failed = false }: Asked & { failed?: boolean }): Reply {
  return narrow(
    'Sign in',
    html`${
        failed &&
        html`<p class="notice bad" role="alert">
          Wrong e-mail or password. After ten failed attempts in an hour, wait, sign in by e-mail or
          <a href="/forgot-password">reset your password</a>.
        </p>`
      }
      <form class="panel" method="post" action="/sign-in/password">
        ${returnTo(back)}${emailField(email, 'username')}
        <label for="password">Password</label>
        <input id="password" name="password" type="password" autocomplete="current-password" maxlength="128" required />
        <button class="wide" type="submit">Sign in</button>
        <p class="soft"><a href="/forgot-password">Set or reset password</a></p>
      </form>
      <form method="post" action="/sign-in">
        ${returnTo(back)}<input type="hidden" name="email" value="${email}" />
        <p><button class="wide quiet" type="submit">E-mail me a link instead</button></p>
      </form>`,
    { status: failed ? 400 : 200 },
  );
}
