import { PENDING_DAYS } from '../../domain/accounts';
import { RETENTION } from '../../domain/retention';
import { html, type Markup } from '../../platform/html';
import { dataTable } from '../components/data-table';
import { legalPage, sellerAddress } from './legal-page';

const KEPT = [
  ['What you buy: orders, payments, invoices', '10 years, as tax law requires'],
  ['Ideas, profiles and their dossiers', 'Until you erase your account'],
  ['Your account, its passkeys and its sessions', 'Until you erase it; sessions until they end'],
  ['Addresses that a sign-in was asked for, and nobody signed in', `${PENDING_DAYS} days`],
  ['Free scans that you confirmed', days('free_scans')],
  ['Support requests', days('support_requests')],
  ['Links that we mailed', days('account_links')],
  ['Requests counted by API key and day', days('usage_counters')],
  ['Activity log of your account', days('audit_events')],
] as const;

/** What is stored about a visitor or customer, why, for how long and who else sees it. */
export const privacyPage = legalPage({
  path: '/privacy',
  title: 'Privacy',
  description: 'What we store about you, why, for how long, and what you can do about it.',

  body: (seller, { supportAddress }) =>
    html`<p class="lead">We store what the service needs, and nothing to follow you around.</p>
      <h2>Who is responsible</h2>
      ${sellerAddress(seller)}
      <p>Questions about your data: <a href="mailto:${supportAddress}">${supportAddress}</a>.</p>
      <h2>What we store and why</h2>
      <ul>
        <li>Your e-mail address, to sign you in and to send receipts and results (to perform our contract).</li>
        <li>Your ideas, profiles and the research on them, because that is what you order (contract).</li>
        <li>Orders and payments, because tax law requires it. We never see your card.</li>
        <li>A keyed hash of your address in the network, to limit abuse (our legitimate interest).</li>
        <li>News by e-mail only if you asked for it (consent); every one of them has a link to end it.</li>
      </ul>
      <h2>Cookies</h2>
      <p>
        Only those that the service cannot work without: one that keeps you signed in, one that knows your browser again
        when you sign in, and one that keeps a reservation yours while you pay. No advertising, no analytics, no fonts
        or scripts from elsewhere.
      </p>
      <h2>Who else sees it</h2>
      <p>
        The provider of the AI agents gets what you ask to have researched, without your name or address. The payment
        provider gets your order, the mail provider your address and our mails. They act on our behalf.
      </p>
      <h2>How long we keep it</h2>
      ${kept()}
      <h2>Your rights</h2>
      <p>
        You can read, correct, export and erase your data, and object to its use. Export and erasure are buttons on
        <a href="/account/data">the page of your data</a>; for the rest <a href="/support">write to us</a>. You may also
        complain to a supervisory authority.
      </p>`,
});

function kept(): Markup {
  return dataTable(
    'How long we keep data',
    ['Data', 'Kept'],
    KEPT.map(([what, until]) => [what, until]),
  );
}

function days(table: string): string {
  const { days: count } = RETENTION[table]!;
  if (count === null) return 'As long as your account';
  return count % 365 === 0 && count > 365 ? `${count / 365} years` : `${count} days`;
}
