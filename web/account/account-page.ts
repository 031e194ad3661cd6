import { Type, type TObject } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import { hasValidCsrf, readSession, type Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { EndpointRequest, OpenAuth, Reply, Route } from '../../http/endpoint';
import type { EndpointLimit } from '../../http/limits/limit-classes';
import { withinAccountLimit } from '../../http/limits/limiters';
import { actingAs } from '../../prisma/client';
import { hiddenFields } from '../components/form';
import { crumbs, pageHead, withSideNavigation } from '../components/frame';
import { layout, type Layout } from '../layout';
import { page, seeOther, show, type Page } from '../page';
import { narrow } from '../people/notice';
import { PROOF_FIELDS, STEP_UP_FIELD, stepUp } from './step-up';

/** Request from a signed-in browser. */
type SignedIn<Q extends TObject, B extends TObject> = EndpointRequest<OpenAuth, Q, B> & { session: Session };

/** Declares a page that requires a session: other visitors are redirected to sign in and then return to it. */
export function accountPage<Q extends TObject>(
  spec: Omit<Page<Q, TObject>, 'form' | 'handle' | 'method'> & {
    handle(request: SignedIn<Q, TObject>): Reply | Promise<Reply>;
  },
): Route<OpenAuth, Q, TObject> {
  return page<Q, TObject>({
    ...spec,
    method: 'GET',
    async handle(request) {
      const session = await readSession(request);
      if (!session) return seeOther(signInFor(pathOf(spec, request), request.query));
      return spec.handle({ ...request, deps: onBehalfOf(request, session), session });
    },
  });
}

function pathOf({ path }: { path: string }, { id }: { id: string }): string {
  return path.replace('{id}', id);
}

/** Address of the sign-in that returns to a page with its query. */
function signInFor(path: string, query: object): string {
  const asked = new URLSearchParams(
    Object.entries(query).filter((field): field is [string, string] => typeof field[1] === 'string'),
  ).toString();
  return `/sign-in?return=${encodeURIComponent(asked ? `${path}?${asked}` : path)}`;
}

/**
 * Declares the target of a form on an {@link accountPage}. Refuses a form without the CSRF token of its session
 * (`stale_form`), or shows it again (`redisplay`). `stepUp` also requires a recent proof of identity, given before or with
 * the form: use it for every action that a stolen cookie must not allow. `returnTo` is the page of the form; a mailed link returns there.
 */
export function accountForm<B extends TObject>(
  spec: Omit<Page<TObject, B>, 'handle' | 'method'> & {
    form: B;
    stepUp?: { returnTo: string };
    /** Limit by account that the action shares with the account's keys. */
    accountLimit?: EndpointLimit;
    /** Shows the form with what another session sent, for forms whose text must survive the end of a session. */
    redisplay?(request: SignedIn<TObject, B>): Reply | Promise<Reply>;
    handle(request: SignedIn<TObject, B>): Reply | Promise<Reply>;
  },
): Route<OpenAuth, TObject, TObject> {
  const csrf = Type.String({ default: '', maxLength: 128 });
  const proof = spec.stepUp && PROOF_FIELDS;
  const { stepUp: needsProof, accountLimit, redisplay, ...rest } = spec;
  return page<TObject, TObject>({
    ...rest,
    method: 'POST',
    untrimmed: [...(spec.untrimmed ?? []), STEP_UP_FIELD],
    form: Type.Object({ ...spec.form.properties, csrf, ...proof }) as TObject,
    async handle(request) {
      const session = await readSession(request);
      if (!session) return redisplay ? signInAgain(pathOf(spec, request), request.body) : seeOther('/sign-in');
      const signedIn = { ...request, deps: onBehalfOf(request, session), session };
      if (!hasValidCsrf(session, (request.body as { csrf: string }).csrf)) {
        if (redisplay) return redisplay(signedIn);
        throw new Failure('stale_form');
      }
      const answer = () => {
        if (!needsProof) return spec.handle(signedIn);
        const [action, returnTo] = [spec.path, needsProof.returnTo].map((path) => pathOf({ path }, request));
        const attempt = { ...signedIn, sent: request.body, action: action!, returnTo: returnTo! };
        return stepUp(attempt, async (proved) => spec.handle({ ...signedIn, session: proved }));
      };
      if (!accountLimit) return answer();
      return withinAccountLimit(request.deps.limiters, accountLimit, session.account.id, answer);
    },
  });
}

// The audit log records the session as actor.
function onBehalfOf({ deps, requestId }: { deps: ApiDeps; requestId: string }, { id }: Session): ApiDeps {
  return { ...deps, db: actingAs(deps.db, { kind: 'customer', name: id, via: 'browser', requestId }) };
}

/** Hidden CSRF field that every {@link accountForm} requires. */
export function csrfField({ csrf }: Session): Markup {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}

/** Pages of the account, in the order of the side navigation. */
const ENTRIES = [
  { href: '/account', label: 'Overview' },
  { href: '/account/runs', label: 'Runs' },
  { href: '/account/scans', label: 'Free scans' },
  { href: '/account/purchases', label: 'Purchases' },
  { href: '/account/credits', label: 'Credits' },
  { href: '/account/usage', label: 'Usage' },
  { href: '/account/keys', label: 'API keys' },
  { href: '/account/requests', label: 'Requests' },
  { href: '/account/webhooks', label: 'Webhooks' },
  { href: '/account/activity', label: 'Activity' },
  { href: '/account/security', label: 'Profile and security' },
] as const;

interface AccountView extends Omit<Layout, 'section' | 'about'> {
  /** Entry that the page belongs to. */
  current: (typeof ENTRIES)[number]['href'];
  /** Page above this one. */
  above?: { href: string; label: string };
  lead?: Fragment;
  actions?: Fragment;
  /** In place of the title with what stands around it. */
  heading?: Fragment;
}

/** Reply with an account page: the public frame with the side navigation. */
export function accountReply(
  session: Session,
  { current, above, lead, actions, heading, body, ...rest }: AccountView,
  options?: Parameters<typeof show>[1],
): Reply {
  const head = pageHead({ title: rest.title, above: above && crumbs([above]), lead, actions });
  const navigation = {
    label: 'Account',
    entries: ENTRIES,
    current,
    before: html`<p class="who">${session.account.email}</p>`,
    after: html`<form class="sign-out" method="post" action="/sign-out">
      ${csrfField(session)}<button class="quiet small" type="submit">Sign out</button>
    </form>`,
  };
  const content = html`${heading === undefined ? head : heading} ${body}`;
  return show(layout({ ...rest, section: '/account', body: withSideNavigation(navigation, content) }), options);
}

const SIGNED_IN = '/sign-in/done';

/**
 * Reply to a form that arrived without a session. What was written stays in this page and nowhere else, neither stored
 * nor in an address: its reader signs in in another tab, by any method, and sends it on; the form then shows it again.
 */
function signInAgain(action: string, sent: Readonly<Record<string, unknown>>): Reply {
  return narrow(
    'Sign in to continue',
    html`<p class="notice warn" role="alert">
        You are signed out, so nothing was sent. What you wrote is kept on this page: leave it open.
      </p>
      <ol class="contents">
        <li>
          <p>Sign in, in a new tab. By e-mail or by password, as you like.</p>
          <p><a class="button" href="/sign-in?return=${SIGNED_IN}" target="_blank" rel="noopener">Sign in</a></p>
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
  path: SIGNED_IN,

  handle: () =>
    narrow(
      'You are signed in',
      html`<p class="lead">Go back to the tab that you came from and press “Continue”. You can close this one.</p>
        <p><a href="/account">Your account</a></p>`,
    ),
});
