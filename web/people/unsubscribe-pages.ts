import { html } from '../../base/html';
import { readUnsubscribeToken } from '../../base/tokens';
import { tokenQuery } from '../../http/link-token';
import { unsubscribeByToken } from '../../modules/mail/use-cases/unsubscribe';
import { page } from '../page';
import { linkForm, invalidLinkPage, narrow, confirmationPage } from './notice';

/** Target of an unsubscribe link. It shows a button, because link previews must not unsubscribe. */
export const unsubscribePage = page({
  method: 'GET',
  path: '/unsubscribe',
  needs: 'mail',
  query: tokenQuery,
  linkToken: true,

  handle({ deps, query: { token } }) {
    if (!readUnsubscribeToken(deps.settings.mail!.tokenSecrets, token))
      return invalidLinkPage({ href: '/support', label: 'Contact support' });
    const text = html`<p>You will no longer get news about opportunities.</p>`;
    return confirmationPage({ title: 'Unsubscribe', text, action: '/unsubscribe', token, label: 'Unsubscribe' });
  },
});

/** Unsubscribes the email address that belongs to the token. */
export const unsubscribeByPage = page({
  method: 'POST',
  path: '/unsubscribe',
  needs: 'mail',
  form: linkForm,

  async handle({ deps, body: { token } }) {
    await unsubscribeByToken(deps, token);
    return narrow(
      'You are unsubscribed',
      html`<p class="lead">
        We will not send news to this address anymore. You still get emails about your scans, orders and account.
      </p>`,
    );
  },
});
