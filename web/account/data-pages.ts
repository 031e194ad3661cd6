import { Type } from '@sinclair/typebox';
import { normalEmail } from '../../base/email-address';
import { Failure } from '../../base/failures';
import { html, type Markup } from '../../base/html';
import { zipStream } from '../../base/zip-stream';
import { signOutCookies, type Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { Reply } from '../../http/endpoint';
import { KEPT_AFTER_ERASURE } from '../../modules/erasure/store/begin-erasure';
import { exportAccount } from '../../modules/erasure/store/export';
import { eraseAccount } from '../../modules/erasure/use-cases/erase';
import { bodyOf, drawForm, type DeclaredFields, type FormState } from '../components/declared-form';
import { narrow } from '../people/notice';
import { accountForm, accountPage, accountReply, csrfField } from './account-page';
import { afterProof } from './step-up';

const PATH = '/account/data';

/** Page to export or erase account data. */
export const dataPage = accountPage({
  path: PATH,
  handle: ({ deps, session }) => view(deps, session),
});

/** Sends all account data as a zip archive. */
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

const OTHER_ADDRESS = { pointer: '/email', code: 'invalid_format', detail: 'is another address' };

const CONFIRMED = {
  email: {
    schema: Type.String({ minLength: 1, maxLength: 254 }),
    label: 'Type your email address to confirm',
    fix: 'Type the email address of this account.',
    input: 'email',
    autocomplete: 'off',
  },
} as const satisfies DeclaredFields;

/** Erases the account after its owner types its email address, or explains what prevents the erasure. */
export const eraseOwnAccount = accountForm({
  path: `${PATH}/erase`,
  stepUp: { returnTo: PATH },
  limit: 'authTokens',
  form: bodyOf(CONFIRMED),
  again: ({ deps, session }, state) => view(deps, session, state),

  async handle({ deps, session, body }) {
    if (normalEmail(body.email) !== session.account.email)
      throw new Failure('invalid_request', { errors: [OTHER_ADDRESS] });
    await eraseAccount(deps, session.account.id);
    const gone = narrow(
      'Your account is erased',
      html`<p class="lead">Nobody can sign in to it anymore. We are deleting its data now.</p>
        ${RETAINED}`,
    );
    return { ...gone, headers: { ...gone.headers, ...signOutCookies(deps.settings) } };
  },
});

const RETAINED = html`<p>By law we must keep, without your name:</p>
  <ul>
    ${KEPT_AFTER_ERASURE.map((what) => html`<li>${what}</li>`)}
  </ul>`;

function view(deps: ApiDeps, session: Session, state?: FormState): Reply {
  const first = { title: 'Erase your account', returnTo: PATH };
  const body = html`<form class="panel" method="post" action="${PATH}/export">
      <h2>Export your data</h2>
      ${csrfField(session)}
      <p>A zip archive with everything in this account: JSON files and your documents.</p>
      <p><button type="submit">Download</button></p>
    </form>
    ${afterProof(session, deps, first, () => eraseForm(session, state))}`;
  const above = { href: '/account/security', label: 'Profile and security' };
  return accountReply(session, { current: '/account/security', above, title: 'Your data', body });
}

function eraseForm(session: Session, state?: FormState): Markup {
  const { summary, field } = drawForm(CONFIRMED, state);
  return html`<form class="panel" method="post" action="${PATH}/erase">
    <h2>Erase your account</h2>
    ${csrfField(session)} ${summary}
    <p>You cannot undo this. Immediately:</p>
    <ul>
      <li>your API keys stop working, and running research is canceled</li>
      <li>you lose unused credits, and your opportunities leave the catalog</li>
      <li>we delete your research, documents and messages</li>
    </ul>
    <p>If a payment, refund or payout is on its way, wait until it arrives.</p>
    ${RETAINED}
    <p>Your address is <strong>${session.account.email}</strong>.</p>
    ${field('email')}
    <p><button class="danger" type="submit">Erase my account</button></p>
  </form>`;
}
