import { html } from '../../platform/html';
import type { Reply } from '../../http/endpoint';
import { hiddenFields } from '../components/hidden-fields';
import { narrow } from '../people/notice';
import { page } from '../page';

const DONE = '/sign-in/done';

/**
 * Reply to a form that arrived without a session. What was written stays in this page and nowhere else, neither stored
 * nor in an address: its reader signs in in another tab, by any method, and sends it on; the form then shows it again.
 */
export function signInAgain(action: string, sent: Readonly<Record<string, unknown>>): Reply {
  return narrow(
    'Sign in to continue',
    html`<p class="notice warn" role="alert">
        You are signed out, so nothing was sent. What you wrote is kept on this page: leave it open.
      </p>
      <ol class="contents">
        <li>
          <p>Sign in, in a new tab. By e-mail or by password, as you like.</p>
          <p><a class="button" href="/sign-in?return=${DONE}" target="_blank" rel="noopener">Sign in</a></p>
        </li>
        <li>
          <p>Come back to this tab and continue. You see what you wrote before it is sent.</p>
          <form method="post" action="${action}">
            ${hiddenFields(sent, ['csrf'])}
            <button class="quiet" type="submit">Continue</button>
          </form>
        </li>
      </ol>`,
    { status: 403 },
  );
}

/** Words above a form that shows again what another session sent. */
export const SIGNED_IN_AGAIN =
  'This form was out of date: you have signed in again since you opened it. Check it, then send it.';

/** Page at which a sign-in in a second tab ends. */
export const signInDonePage = page({
  method: 'GET',
  path: DONE,

  handle: () =>
    narrow(
      'You are signed in',
      html`<p class="lead">Go back to the tab that you came from and press “Continue”. You can close this one.</p>
        <p><a href="/account">Your account</a></p>`,
    ),
});
