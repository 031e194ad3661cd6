import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
import { idSchema } from '../../base/ids';
import { deviceHash } from '../../http/browser/device';
import { relyingParty } from '../../http/browser/passkeys';
import { signOutCookies, type Session } from '../../http/browser/session';
import { listPasskeys } from '../../modules/accounts/store/passkeys';
import {
  signOutEverywhere,
  listSessions,
  revokeSession,
  type ListedSession,
} from '../../modules/accounts/store/sessions';
import { endShares, listShares } from '../../modules/runs/store/shares';
import { badges, inUtc, localTime } from '../components/data';
import { seeOther } from '../page';
import { shareRow } from '../runs/share-view';
import { accountForm, accountPage, accountReply, csrfField } from './account-page';
import { passkeySection } from './passkey-pages';
import { passkeyScript } from './sign-in-forms';

const PATH = '/account/security';

type Shares = Awaited<ReturnType<typeof listShares>>;

/** Sessions of the account, sign-out, its passkeys and its password. */
export const securityPage = accountPage({
  path: PATH,

  async handle({ deps, session }) {
    const [sessions, passkeys, shares] = await Promise.all([
      listSessions(deps.db, session.account.id, deps.settings.sessionIdleMs),
      listPasskeys(deps.db, session.account.id),
      listShares(deps.db, { accountId: session.account.id }),
    ]);
    const hasPasskeys = relyingParty(deps.settings) !== null;
    return accountReply(session, {
      current: PATH,
      title: 'Profile and security',
      scripts: hasPasskeys ? [passkeyScript.href] : [],
      body: html`<dl>
          <dt>E-mail address</dt>
          <dd>${session.account.email}</dd>
          <dt>Plan</dt>
          <dd>${session.account.plan}</dd>
          <dt>Account</dt>
          <dd><code>${session.account.id}</code></dd>
        </dl>
        <h2>Where you are signed in</h2>
        <p class="soft">Times are approximate. Sign out sessions that you do not recognize, then set a new password.</p>
        <ul class="cards">
          ${sessions.map((one) => sessionCard(session, one))}
        </ul>
        <form method="post" action="${PATH}/sign-out-everywhere">
          ${csrfField(session)}
          ${
            shares.length > 0 &&
            html`<label
              ><input type="checkbox" name="endShares" value="yes" /> Take back all links to dossiers, too</label
            >`
          }
          <p><button type="submit">Sign out everywhere</button></p>
        </form>
        ${hasPasskeys && passkeySection(session, passkeys)} ${passwordForm(session)}
        <h2>API keys</h2>
        <p>Keys keep working when you sign out. <a href="/account/keys">Review your API keys</a>.</p>
        ${sharesSection(session, shares)}
        <h2>Your data</h2>
        <p>
          See <a href="/account/activity">the activity of this account</a>, or
          <a href="/account/data">export your data or erase the account</a>.
        </p>`,
    });
  },
});

function sessionCard(session: Session, { id, browser, createdAt, lastSeenAt }: ListedSession): Markup {
  const isThis = id === session.id;
  return html`<li class="card">
    <h3>${browser}</h3>
    ${isThis && badges('State', [{ text: 'this browser', tone: 'good' }])}
    <dl>
      <dt>Signed in</dt>
      <dd>${localTime(createdAt)}</dd>
      <dt>Last seen</dt>
      <dd>${isThis ? 'now' : localTime(lastSeenAt)}</dd>
    </dl>
    ${
      !isThis &&
      html`<form class="forms" method="post" action="${PATH}/end-session">
        ${csrfField(session)}<input type="hidden" name="sessionId" value="${id}" />
        <button class="quiet" type="submit" aria-label="Sign out ${browser}, signed in ${inUtc(createdAt)}">
          Sign out
        </button>
      </form>`
    }
  </li>`;
}

function sharesSection(session: Session, shares: Shares): Markup {
  return html`<h2 id="shares">Shared dossiers</h2>
    <p>
      ${shares.length > 0 ? 'Whoever has one of these links reads its dossier, whether you are signed in or not.' : 'No link shares a dossier.'}
    </p>
    ${
      shares.length > 0 &&
      html`<ul class="rows">
        ${shares.slice(0, 50).map((share) => shareRow(session, share))}
      </ul>`
    }`;
}

function passwordForm(session: Session): Markup {
  const { hasPassword } = session.account;
  return html`<h2>Password</h2>
    <form method="post" action="/account/password-link">
      ${csrfField(session)}
      <p>
        ${hasPassword ? 'You can sign in by e-mail or with your password.' : 'You sign in by e-mail. A password is optional.'}
        We'll e-mail you a link to choose one.
      </p>
      <p><button class="quiet" type="submit">${hasPassword ? 'Change password' : 'Set a password'}</button></p>
    </form>`;
}

/** Signs out one other browser of the account. */
export const endOtherSession = accountForm({
  path: `${PATH}/end-session`,
  form: Type.Object({ sessionId: Type.String({ pattern: idSchema('ses').pattern! }) }),

  async handle({ deps, session, body }) {
    await revokeSession(deps.db, session.account.id, body.sessionId, 'session.revoked');
    return seeOther(PATH);
  },
});

/** Signs out every browser of the account, including this one; on request it takes back all links to dossiers. */
export const endSessionsEverywhere = accountForm({
  path: `${PATH}/sign-out-everywhere`,
  form: Type.Object({ endShares: Type.Optional(Type.Literal('yes')) }),

  async handle(request) {
    const { deps, session, body } = request;
    if (body.endShares) await endShares(deps.db, session.account.id);
    await signOutEverywhere(deps.db, session.account.id, deviceHash(request));
    return seeOther('/sign-in', signOutCookies(deps.settings));
  },
});
