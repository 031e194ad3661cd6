import { Type } from '@sinclair/typebox';
import { EmailAddress } from '../../base/email-address';
import { html, type Markup } from '../../base/html';
import type { Reply } from '../../http/endpoint';
import { asset } from '../assets';
import { drawForm, textOf, type FormState } from '../components/declared-form';
import { emailField, narrow } from '../people/notice';

const SIGN_IN = { email: emailField(EmailAddress) };

const PASSWORD = {
  email: emailField(EmailAddress, 'username'),
  password: {
    schema: Type.String({ maxLength: 128 }),
    label: 'Password',
    fix: 'Enter your password.',
    input: 'password',
    autocomplete: 'current-password',
  },
} as const;

const returnTo = (back: string) => html`<input type="hidden" name="returnPath" value="${back}" />`;

/** Asks for the email address first. Later steps never reveal whether the address has an account. */
export function signInForm(spec: { back: string; passkeys: boolean; state?: FormState | undefined }): Reply {
  const { back, passkeys, state } = spec;
  const { summary, all } = drawForm(SIGN_IN, state);
  return narrow(
    'Sign in',
    html`${reasonFor(back)} ${summary}
      <form class="panel" method="post" action="/sign-in">
        ${returnTo(back)}${all}
        <button class="wide" type="submit">Email me a link</button>
        <button class="wide quiet" type="submit" formaction="/sign-in/password">Use a password</button>
        <p class="soft">
          New here? The link creates your account. You accept our <a href="/terms">terms</a> and
          <a href="/privacy">privacy policy</a>.
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

/** Explains which email address to enter, because people who follow a link from our emails may have never signed in. */
function reasonFor(back: string): Markup | false {
  const [, part] = /^\/account\/(purchases|opportunities|runs)\/./.exec(back) ?? [];
  if (part === undefined) return false;
  return html`<p class="lead">
    ${part === 'runs' ? 'Your research' : 'Your purchase'} is in your account. Enter the email address
    ${part === 'runs' ? 'that our email went to' : 'you paid with'}. You do not need a password.
  </p>`;
}

/** Asks for the password, and asks again after a wrong one. */
export function passwordForm({ back, state }: { back: string; state: FormState }): Reply {
  const { summary, all } = drawForm(PASSWORD, state);
  return narrow(
    'Sign in',
    html`${summary}
      <form class="panel" method="post" action="/sign-in/password">
        ${returnTo(back)}<input type="hidden" name="asked" value="yes" />${all}
        <button class="wide" type="submit">Sign in</button>
        <p class="soft"><a href="/forgot-password">Set or reset password</a></p>
      </form>
      <form method="post" action="/sign-in">
        ${returnTo(back)}<input type="hidden" name="email" value="${textOf(state, 'email')}" />
        <p><button class="wide quiet" type="submit">Email me a link instead</button></p>
      </form>`,
  );
}

/** Makes `data-passkey` forms ask the browser for a passkey, and reveals elements that need passkey support. */
export const passkeyScript = asset(
  '/assets/passkey.js',
  `const { PublicKeyCredential: keys } = window;
if (keys?.parseRequestOptionsFromJSON) {
  for (const part of document.querySelectorAll('[data-needs-passkeys]')) part.hidden = false;
  for (const part of document.querySelectorAll('[data-without-passkeys]')) part.hidden = true;
}
const ask = (options) =>
  options.user
    ? navigator.credentials.create({ publicKey: keys.parseCreationOptionsFromJSON(options) })
    : navigator.credentials.get({ publicKey: keys.parseRequestOptionsFromJSON(options) });
for (const form of document.querySelectorAll('form[data-passkey]')) {
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const failure = form.querySelector('[data-passkey-failed]');
    failure.hidden = true;
    try {
      const passkey = await ask(JSON.parse(form.dataset.passkey));
      form.querySelector('[data-passkey-answer]').value = JSON.stringify(passkey);
      form.submit();
    } catch {
      failure.hidden = false;
    }
  });
  if (keys?.parseRequestOptionsFromJSON && 'passkeyNow' in form.dataset) form.requestSubmit();
}
`,
);

/** Form that submits a passkey in the field `name`; `now` asks for it on page load. Needs {@link passkeyScript}. */
export function passkeyForm(form: {
  action: string;
  options: object;
  name: string;
  label: string;
  fields?: Markup | readonly Markup[];
  now?: boolean;
}): Markup {
  const { action, options, name, label, fields = [], now = false } = form;
  return html`<form
    class="panel"
    method="post"
    action="${action}"
    data-passkey="${JSON.stringify(options)}"
    ${now && html`data-passkey-now`}
    data-needs-passkeys
    hidden
  >
    ${fields}
    <input type="hidden" name="${name}" data-passkey-answer />
    <p class="notice bad" role="alert" data-passkey-failed hidden>
      Your browser sent no passkey. Try again, or choose another way.
    </p>
    <button class="wide" type="submit">${label}</button>
  </form>`;
}

/** Shown instead of {@link passkeyForm} if the browser does not support passkeys or scripts. */
export const withoutPasskeys: Markup = html`<p class="notice warn" data-without-passkeys>
  This browser cannot use passkeys, or scripts are switched off.
</p>`;
