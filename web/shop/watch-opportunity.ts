import { Type } from '@sinclair/typebox';
import type { Session } from '../../commands/people/session';
import type { Reply } from '../../http/endpoint';
import { html, type Markup } from '../../platform/html';
import { unwatchOpportunity, watchOpportunity } from '../../store/opportunities/watch-opportunity';
import { accountForm, csrfField } from '../account/account-page';
import { seeOther } from '../page';
import { narrow } from '../people/notice';

const ID = { prefix: 'opp', missing: 'not_found' } as const;

/** Has the reader told, once and by mail, what becomes of a reserved opportunity; one that is free by now shows its form. */
export const watchReserved = accountForm({
  path: '/account/opportunities/{id}/watch',
  id: ID,
  needs: 'mail',
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    const kept = await watchOpportunity(deps.db, session.account.id, id);
    if (kept === 'full') return crowded(id);
    return seeOther(`/opportunities/${id}`);
  },
});

/** Takes back {@link watchReserved}. */
export const unwatchReserved = accountForm({
  path: '/account/opportunities/{id}/unwatch',
  id: ID,
  form: Type.Object({}),

  async handle({ deps, session, id }) {
    await unwatchOpportunity(deps.db, session.account.id, id);
    return seeOther(`/opportunities/${id}`);
  },
});

function crowded(id: string): Reply {
  return narrow(
    'Many wait for this opportunity',
    html`<p class="lead">No further one can be told by e-mail. Look again when its reservation ends.</p>
      <p><a class="button" href="/opportunities/${id}">Back to the opportunity</a></p>`,
    { status: 409 },
  );
}

/** The offer to be told, at a reserved opportunity; a visitor who is not signed in is led to sign in, and back. */
export function watchOffer(id: string, session: Session | null, isWatched: boolean): Markup {
  if (!session) {
    return html`<p>
      <a class="button quiet" href="/sign-in?return=${encodeURIComponent(`/opportunities/${id}`)}"
        >Sign in to be told by e-mail</a
      >
    </p>`;
  }
  const { email } = session.account;
  return html`<form method="post" action="/account/opportunities/${id}/${isWatched ? 'unwatch' : 'watch'}">
    ${csrfField(session)}
    <p>
      ${
        isWatched
          ? `We will send ${email} one e-mail: when it is on offer again, or sold.`
          : `We can send ${email} one e-mail: when it is on offer again, or sold.`
      }
    </p>
    <button class="quiet" type="submit">${isWatched ? 'Do not tell me' : 'Tell me'}</button>
  </form>`;
}
