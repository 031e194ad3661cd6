import { Type } from '@sinclair/typebox';
import { normalEmail } from '../../base/email-address';
import { Failure } from '../../base/failures';
import { html } from '../../base/html';
import { zipStream } from '../../base/zip-stream';
import { signOutCookies, type Session } from '../../http/browser/session';
import type { Reply } from '../../http/endpoint';
import { KEPT_AFTER_ERASURE } from '../../modules/erasure/store/begin-erasure';
import { exportAccount } from '../../modules/erasure/store/export';
import { eraseAccount } from '../../modules/erasure/use-cases/erase';
import { narrow } from '../people/notice';
import { accountForm, accountPage, accountReply, csrfField } from './account-page';

const PATH = '/account/data';

/** Page to export or erase the data of the account. */
export const dataPage = accountPage({
  path: PATH,
  handle: ({ session }) => view(session),
});

/** Sends all data of the account as a zip archive. */
export const exportOwnData = accountForm({
  path: `${PATH}/export`,
  stepUp: { returnTo: PATH },
  limit: 'authTokens',
  large: true,
  form: Type.Object({}),

  async handle({ deps, session }) {
    const { id } = session.account;
    return {
      status: 200,
      type: 'application/zip',
      body: zipStream(await exportAccount(deps.db, id)),
      headers: { 'Cache-Control': 'no-store', 'Content-Disposition': `attachment; filename="${id}.zip"` },
    };
  },
});

/** Erases the account once its owner has typed its address, and says what blocks it. */
export const eraseOwnAccount = accountForm({
  path: `${PATH}/erase`,
  stepUp: { returnTo: PATH },
  limit: 'authTokens',
  form: Type.Object({ email: Type.String({ maxLength: 254 }) }),

  async handle({ deps, session, body }) {
    if (normalEmail(body.email) !== session.account.email)
      return view(session, 400, 'That is not the address of this account.');
    try {
      await eraseAccount(deps, session.account.id);
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'erasure_blocked') throw error;
      return view(session, 409, error.message);
    }
    const gone = narrow(
      'Your account is erased',
      html`<p class="lead">Nobody can use it any more. Its data is being deleted now.</p>
        ${RETAINED}`,
    );
    return { ...gone, headers: { ...gone.headers, ...signOutCookies(deps.settings) } };
  },
});

const RETAINED = html`<p>By law we must keep, without your name:</p>
  <ul>
    ${KEPT_AFTER_ERASURE.map((what) => html`<li>${what}</li>`)}
  </ul>`;

function view(session: Session, status = 200, problem: string | null = null): Reply {
  const body = html`${problem && html`<p class="notice bad" role="alert" id="problem">${problem}</p>`}
    <form class="panel" method="post" action="${PATH}/export">
      <h2>Export your data</h2>
      ${csrfField(session)}
      <p>All data of this account: a zip archive of JSON files and your documents.</p>
      <p><button type="submit">Download</button></p>
    </form>
    <form class="panel" method="post" action="${PATH}/erase">
      <h2>Erase your account</h2>
      ${csrfField(session)}
      <p>
        This is immediate and cannot be undone: keys stop working, running research is canceled, unused credits are
        lost, what you have on offer is withdrawn, and runs, documents and messages are deleted. It waits while money is
        on its way to you or from you.
      </p>
      ${RETAINED}
      <label for="email">Type ${session.account.email} to confirm</label>
      <input id="email" name="email" type="email" maxlength="254" autocomplete="off" required />
      <p><button class="quiet" type="submit">Erase my account</button></p>
    </form>`;
  const above = { href: '/account/security', label: 'Profile and security' };
  return accountReply(session, { current: '/account/security', above, title: 'Your data', body }, { status });
}
