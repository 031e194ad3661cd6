import { Type, type Static, type TObject } from '@sinclair/typebox';
import { Failure, FAILURES } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import { hasValidCsrf, readSession, type Session } from '../../http/browser/session';
import type { ApiDeps } from '../../http/deps';
import type { EndpointRequest, OpenAuth, RefusedForm, Reply, Route } from '../../http/endpoint';
import type { EndpointLimit } from '../../http/limits/limit-classes';
import { withinAccountLimit } from '../../http/limits/limiters';
import { actingAs } from '../../prisma/client';
import { hiddenFields } from '../components/form';
import { crumbs, pageHead, withSideNavigation } from '../components/frame';
import { layout, type Layout } from '../layout';
import { page, seeOther, show, showAgain, type Page, type ShowAgain } from '../page';
import { narrow } from '../people/notice';
import { PROOF_FIELDS, STEP_UP_FIELD, stepUp } from './step-up';

type SignedIn<Q extends TObject, B extends TObject> = EndpointRequest<OpenAuth, Q, B> & { session: Session };

/** Declares a page that requires a session. Other visitors sign in first and then return to it. */
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

/** Sign-in URL that returns to a page and its query. */
function signInFor(path: string, query: object): string {
  const asked = new URLSearchParams(
    Object.entries(query).filter((field): field is [string, string] => typeof field[1] === 'string'),
  ).toString();
  return `/sign-in?return=${encodeURIComponent(asked ? `${path}?${asked}` : path)}`;
}

/**
 * Declares the target of a form on an {@link accountPage}. Rejects a form that lacks its session's CSRF token
 * (`stale_form`).
 * - `stepUp` also requires recent proof of identity. Use it for every action that a stolen cookie must not allow.
 * - `stepUp.returnTo` is the path of the page with the form. Mailed links lead back there.
 * - `again` redisplays the form with the submitted values, even if the session has ended, so that no text is lost.
 */
export function accountForm<B extends TObject>(
  spec: Omit<Page<TObject, B>, 'handle' | 'method' | 'again'> & {
    form: B;
    stepUp?: { returnTo: string | ((body: Static<B>) => string) };
    /** Validates the body further than its schema can, before the step-up. */
    check?(body: Static<B>): void;
    /** Rate limit of the account, shared with its API keys. */
    accountLimit?: EndpointLimit;
    again?: ShowAgain<SignedInAgain>;
    handle(request: SignedIn<TObject, B>): Reply | Promise<Reply>;
  },
): Route<OpenAuth, TObject, TObject> {
  const csrf = Type.String({ default: '', maxLength: 128 });
  const { stepUp: needsProof, accountLimit, again, check, ...rest } = spec;
  const signInFirst = ({ id, body }: { id: string; body: object }) =>
    again ? signInAgain(pathOf(spec, { id }), body as Sent) : seeOther('/sign-in');
  return page<TObject, TObject>({
    ...rest,
    method: 'POST',
    untrimmed: [...(spec.untrimmed ?? []), STEP_UP_FIELD],
    form: Type.Object({ ...spec.form.properties, csrf, ...(needsProof && PROOF_FIELDS) }) as TObject,
    async again(refused, state, failure) {
      if (failure.code === 'service_unavailable') return null;
      const session = await readSession(refused);
      if (!session) return signInFirst(refused);
      const stale = failure.code === 'stale_form' && { problem: SIGNED_IN_AGAIN };
      const deps = onBehalfOf(refused, session);
      return again?.({ ...refused, deps, session }, { ...state, ...stale }, failure) ?? null;
    },
    async handle(request) {
      const session = await readSession(request);
      if (!session) return signInFirst(request);
      const deps = onBehalfOf(request, session);
      const body = request.body as Static<B> & { csrf: string };
      if (!hasValidCsrf(session, body.csrf)) throw new Failure('stale_form');
      check?.(body);
      // Failures are caught here because a step-up replaces the session of the original request.
      const act = async (proved: Session) => {
        const signedIn = { ...request, deps, session: proved };
        try {
          return await spec.handle({ ...signedIn, body });
        } catch (error) {
          if (!again || !(error instanceof Failure) || FAILURES[error.code].status >= 500) throw error;
          const shown = await showAgain(again, { ...signedIn, body }, error);
          if (!shown) throw error;
          return shown;
        }
      };
      const answer = () => {
        if (!needsProof) return act(session);
        const { returnTo } = needsProof;
        const back = typeof returnTo === 'string' ? pathOf({ path: returnTo }, request) : returnTo(body);
        const action = pathOf(spec, request);
        const attempt = { ...request, deps, session, sent: body, action, returnTo: back, keeps: again !== undefined };
        return stepUp(attempt, act);
      };
      if (!accountLimit) return answer();
      return withinAccountLimit(request.deps.limiters, accountLimit, session.account.id, answer);
    },
  });
}

type Sent = Readonly<Record<string, unknown>>;
type SignedInAgain = Omit<RefusedForm, 'body'> & { body: Sent; session: Session };

// Makes the session the actor in the audit log.
function onBehalfOf({ deps, requestId }: { deps: ApiDeps; requestId: string }, { id }: Session): ApiDeps {
  return { ...deps, db: actingAs(deps.db, { kind: 'customer', name: id, via: 'browser', requestId }) };
}

/** Hidden CSRF field that every {@link accountForm} requires. */
export function csrfField({ csrf }: Session): Markup {
  return html`<input type="hidden" name="csrf" value="${csrf}" />`;
}

/** Account pages in the side navigation, in the order in which people look for them. */
const ENTRIES = [
  { href: '/account', label: 'Overview', group: 'Account' },
  { href: '/account/runs', label: 'Research' },
  { href: '/account/scans', label: 'Free scans' },
  { href: '/account/purchases', label: 'Purchases', group: 'Billing' },
  { href: '/account/credits', label: 'Credits' },
  { href: '/account/usage', label: 'Usage' },
  { href: '/account/keys', label: 'API keys', group: 'Developers' },
  { href: '/account/webhooks', label: 'Webhooks' },
  { href: '/account/requests', label: 'Requests' },
  { href: '/account/security', label: 'Profile and security', group: 'Settings' },
  { href: '/account/activity', label: 'Activity' },
] as const;

/** Shown in the navigation only while it is the current page. Contributors reach it from their overview. */
const EARNINGS = { href: '/account/earnings', label: 'Earnings', group: 'For contributors' } as const;

interface AccountView extends Omit<Layout, 'section' | 'about'> {
  /** Entry to mark as current. */
  current: (typeof ENTRIES)[number]['href'] | typeof EARNINGS.href;
  /** Parent page. */
  above?: { href: string; label: string };
  lead?: Fragment;
  actions?: Fragment;
  /** Replaces the page head: parent link, title, lead and actions. */
  heading?: Fragment;
}

/** Replies with an account page: the public layout plus the side navigation. */
export function accountReply(
  session: Session,
  { current, above, lead, actions, heading, body, ...rest }: AccountView,
  options?: Parameters<typeof show>[1],
): Reply {
  const head = pageHead({ title: rest.title, above: above && crumbs([above]), lead, actions });
  const navigation = {
    label: 'Account',
    entries: current === EARNINGS.href ? [...ENTRIES, EARNINGS] : ENTRIES,
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
 * Replies to a form whose session has ended. The submitted text stays only in this page, never in storage or a URL. The
 * user signs in in another tab and resubmits this page, which then shows the form again.
 */
function signInAgain(action: string, sent: Sent): Reply {
  return narrow(
    'Sign in to continue',
    html`<p class="notice warn" role="alert">
        You are signed out, so nothing was sent. This page keeps your entries: leave it open.
      </p>
      <ol class="contents">
        <li>
          <p>Sign in in a new tab.</p>
          <p><a class="button" href="/sign-in?return=${SIGNED_IN}" target="_blank" rel="noopener">Sign in</a></p>
        </li>
        <li>
          <p>Come back to this tab and continue. You can check your entries before you send them.</p>
          <form method="post" action="${action}">
            ${hiddenFields(sent, ['csrf', ...Object.keys(PROOF_FIELDS)])}
            <button class="quiet" type="submit">Continue</button>
          </form>
        </li>
      </ol>`,
    { status: 403 },
  );
}

/** Notice above a form resubmitted from another session. */
const SIGNED_IN_AGAIN = 'This form is out of date: you signed in again after you opened it. Check it, then send it.';

/** Page that ends a sign-in in a second tab. */
export const signInDonePage = page({
  method: 'GET',
  path: SIGNED_IN,

  handle: () =>
    narrow(
      'You are signed in',
      html`<p class="lead">Go back to your other tab and press “Continue”. You can close this one.</p>
        <p><a href="/account">Go to your account</a></p>`,
    ),
});
