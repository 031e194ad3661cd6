import { html, type Fragment, type Markup } from '../../platform/html';
import { withSideNavigation } from '../components/side-navigation';
import { layout, type Layout } from '../layout';
import { csrfField } from './account-page';
import type { Session } from '../../commands/people/session';

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

/** Frame of an account page: the public frame with the side navigation; `current` is the entry that it belongs to. */
export function accountLayout({
  session,
  current,
  body,
  ...rest
}: Omit<Layout, 'section' | 'about'> & {
  session: Session;
  current: (typeof ENTRIES)[number]['href'];
}): Markup {
  return layout({
    ...rest,
    section: '/account',
    body: withSideNavigation(
      {
        label: 'Account',
        entries: ENTRIES,
        current,
        before: html`<p class="who">${session.account.email}</p>`,
        after: signOutForm(session),
      },
      body,
    ),
  });
}

function signOutForm(session: Session): Fragment {
  return html`<form class="sign-out" method="post" action="/sign-out">
    ${csrfField(session)}<button class="quiet small" type="submit">Sign out</button>
  </form>`;
}
