import { readUnsubscribeToken } from '../../../contracts/tokens';
import { html } from '../../../providers/html';
import { takeUnsubscribe } from '../../endpoints/marketing/unsubscribe';
import { mailIsOn } from '../../mail-is-on';
import { page } from '../page';
import { linkForm, linkQuery } from './fields';
import { deadLink, narrow, oneButton } from './notice';

/** What an unsubscribe link opens: a button, so that looking at the link changes nothing. */
export const unsubscribePage = page({
  method: 'GET',
  path: '/unsubscribe',
  needs: mailIsOn,
  query: linkQuery,

  handle({ deps, query: { token } }) {
    if (!readUnsubscribeToken(deps.settings.mail!.tokenSecret, token)) return deadLink(null);
    const text = html`<p>We will send no more news about opportunities to the address that got this link.</p>`;
    return oneButton({ title: 'Unsubscribe', text, action: '/unsubscribe', token, label: 'Unsubscribe' });
  },
});

/** Unsubscribes. */
export const unsubscribeByPage = page({
  method: 'POST',
  path: '/unsubscribe',
  needs: mailIsOn,
  form: linkForm,

  async handle({ deps, body: { token } }) {
    await takeUnsubscribe(deps, token);
    return narrow(
      'You are unsubscribed',
      html`<p class="lead">
        No more news to this address. Mails that belong to a scan, an order or your account still come.
      </p>`,
    );
  },
});
