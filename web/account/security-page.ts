import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
import { idSchema } from '../../base/ids';
import { deviceHash } from '../../http/browser/device';
import { relyingParty } from '../../http/browser/passkeys';
import { signOutCookies, type Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { listPasskeys, renamePasskey } from '../../modules/accounts/store/passkeys';
import {
  signOutEverywhere,
  listSessions,
  revokeSession,
  type ListedSession,
} from '../../modules/accounts/store/sessions';
import { endShares, listShares } from '../../modules/runs/store/shares';
import { badges, inUtc, localTime } from '../components/data';
import type { FormState } from '../components/declared-form';
import { checkField } from '../components/form';
import { seeOther } from '../page';
import { shareRow } from '../runs/share-view';
import { accountForm, accountPage, accountReply, csrfField } from './account-page';
import { Name, PasskeyId, passkeySection } from './passkey-pages';
import { passkeyScript } from './sign-in-forms';

const PATH = '/account/security';

type Shares = Awaited<ReturnType<typeof listShares>>;

/** Security page: sessions, sign-out, passkeys and password. */
export const securityPage = accountPage({ path: PATH, handle: (request) => view(request) });

async function view({ deps, session }: { deps: ApiDeps; session: Session }, renamed?: FormState): Promise<Reply> {
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
        <dt>Email address</dt>
        <dd>${session.account.email}</dd>
        <dt>Account ID</dt>
        <dd><code>${session.account.id}</code></dd>
      </dl>
      <h2>Where you are signed in</h2>
      <p class="soft">
        Times are approximate. Sign out any session that you do not recognize, then set a new password.
      </p>
      <ul class="cards">
        ${sessions.map((one) => sessionCard(session, one))}
      </ul>
      <form method="post" action="${PATH}/sign-out-everywhere">
        ${csrfField(session)}
        ${
          shares.length > 0 &&
          checkField({ name: 'endShares', value: 'yes', label: 'Also revoke all links to dossiers' })
        }
        <p><button type="submit">Sign out everywhere</button></p>
      </form>
      ${hasPasskeys && passkeySection(session, passkeys, renamed)} ${passwordForm(session)}
      <h2>API keys</h2>
      <p>Keys keep working when you sign out. <a href="/account/keys">Review your API keys</a>.</p>
      ${sharesSection(session, shares)}
      <h2>Your data</h2>
      <p>
        See <a href="/account/activity">your activity</a>, or
        <a href="/account/data">export your data or erase your account</a>.
      </p>`,
  });
}

/** Renames a passkey of the account. */
export const renameOwnPasskey = accountForm({
  path: '/account/passkeys/rename',
  form: Type.Object({ passkeyId: PasskeyId, name: Name }),
  // Without a configured relying party, the page has no passkey forms.
  again: (request, state) => relyingParty(request.deps.settings) && view(request, state),

  async handle({ deps, session, body }) {
    await renamePasskey(deps.db, session.account.id, body.passkeyId, body.name);
    return seeOther(PATH);
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
      <dd>${isThis ? 'Now' : localTime(lastSeenAt)}</dd>
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
      ${shares.length > 0 ? 'Anyone with one of these links can read its dossier.' : 'No shared dossiers. Open a result or a purchase to create a link.'}
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
        ${hasPassword ? 'You can sign in by email or with your password.' : 'You sign in by email. A password is optional.'}
        We email you a link to choose one.
      </p>
      <p><button class="quiet" type="submit">${hasPassword ? 'Change password' : 'Set a password'}</button></p>
    </form>`;
}

/** Signs out another browser of the account. */
export const endOtherSession = accountForm({
  path: `${PATH}/end-session`,
  form: Type.Object({ sessionId: Type.String({ pattern: idSchema('ses').pattern! }) }),

  async handle({ deps, session, body }) {
    await revokeSession(deps.db, session.account.id, body.sessionId, 'session.revoked');
    return seeOther(PATH);
  },
});

/** Signs out every browser, including this one. Can also revoke all share links. */
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
