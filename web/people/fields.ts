import { Type } from '@sinclair/typebox';
import { Token } from '../../contracts/account';
import { html, type Markup } from '../../platform/html';

/** Form schema of a page with a link token and one button. */
export const linkForm = Type.Object({ token: Token });

/** Input for an e-mail address; `username` where a password manager is to fill it in with a password. */
export function emailField(value = '', autocomplete: 'email' | 'username' = 'email'): Markup {
  return html`<label for="email">E-mail address</label>
    <input
      id="email"
      name="email"
      type="email"
      value="${value}"
      autocomplete="${autocomplete}"
      maxlength="254"
      required
    />`;
}
