import { Type } from '@sinclair/typebox';
import { Token } from '../../../contracts/sign-in';
import { html, type Markup } from '../../../providers/html';

/** Query of a page behind a link in a mail; one that is not whole is shown as one that is not valid. */
export const linkQuery = Type.Object({ token: Type.String({ default: '' }) });

/** Form of a page with one button. */
export const linkForm = Type.Object({ token: Token });

/** The field for an e-mail address. */
export function emailField(value = ''): Markup {
  return html`<label for="email">E-mail address</label>
    <input id="email" name="email" type="email" value="${value}" autocomplete="email" maxlength="254" required />`;
}
