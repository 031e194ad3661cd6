import { html, type Markup } from '../../platform/html';
import { asset } from '../assets';

/**
 * Asks the browser for the passkey of a form with `data-passkey` when it is sent, and sends what it answers; at once
 * where the form says so. Reveals what needs a browser with passkeys.
 */
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

/**
 * Form that sends the answer of a browser's passkeys to `options` in the field `name`. `fields` are what it sends beside.
 * `now` asks as soon as the page is there. Its page needs {@link passkeyScript}.
 */
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
      No passkey was used. Try again, or choose another way.
    </p>
    <button class="wide" type="submit">${label}</button>
  </form>`;
}

/** Words in place of {@link passkeyForm} where the browser makes no passkeys, or runs no scripts. */
export const withoutPasskeys: Markup = html`<p class="notice warn" data-without-passkeys>
  Passkeys need a browser that has them, with scripts switched on.
</p>`;
