import { html } from '../../base/html';
import { PENDING_DAYS } from '../../modules/accounts/rules';
import { CONSENTS } from '../../modules/orders/contract';
import { RETENTION } from '../../modules/retention/rules';
import { UNDOS_PER_DAY, windowWords } from '../../modules/runs/rules';
import { dataTable } from '../components/data';
import { legalPage, sellerAddress, sellerName } from './legal-page';

/** Terms of use and sale. */
export const termsPage = legalPage({
  path: '/terms',
  title: 'Terms',
  description: 'What you buy, what you may do with it, and what we promise.',

  body: (seller) =>
    html`<p class="lead">These terms apply between you and ${sellerName(seller)} whenever you use or buy here.</p>
      <h2>1. Who you deal with</h2>
      ${sellerAddress(seller)}
      <h2>2. What you buy</h2>
      <p>
        A <strong>research credit</strong> pays for one run: an Idea Check of one idea, or a Custom Search for ideas
        that fit you. A run ends with findings and a dossier. An <strong>opportunity</strong> of the catalog is a
        dossier that is researched already, sold once.
      </p>
      <p>Prices are shown before you order and are charged once. There is no subscription.</p>
      <h2>3. How a purchase comes about</h2>
      <p>
        Your order is binding when you confirm payment on the page of our payment provider, and we accept it when the
        payment is confirmed to us. You get a receipt by e-mail. The purchase belongs to the e-mail address that you
        give there.
      </p>
      <h2>4. Exclusivity</h2>
      <p>
        An opportunity is sold to one buyer. Once it is sold it leaves the catalog, and nobody else gets its dossier
        from us. Exclusivity concerns the dossier: the market that it describes is open to everybody, and others may
        have similar ideas. Research that you commission is not sold to others.
      </p>
      <h2>5. What you may do with a dossier</h2>
      <p>
        Use it for any business of yours, and share it with those who work with or advise you. You may not resell it as
        research.
      </p>
      <h2>6. What research is, and is not</h2>
      <p>
        Dossiers are researched and written by AI agents from public sources. We check them against a published schema,
        say where each figure comes from and how sure it is, and mark estimates. They can be wrong or out of date, and
        they are no investment, tax or legal advice. Whether to start a business remains your decision.
      </p>
      <h2>7. Your account and keys</h2>
      <p>
        Keep your e-mail account, password and API keys to yourself, and revoke a key that others may know. We may
        suspend an account that breaks the law, attacks the service or pays with stolen means; what it has paid for and
        not received is refunded.
      </p>
      <h2>8. Refunds</h2>
      <p><a href="/refunds">Our refund rules</a> are part of these terms.</p>
      <h2>9. Liability</h2>
      <p>
        We are liable without limit for intent, gross negligence and injury of persons, and where the law does not let
        us limit it. Otherwise our liability is limited to what is typical and foreseeable, at most what you paid for
        the purchase concerned.
      </p>
      <h2>10. Law</h2>
      <p>
        The law of the seller's seat applies. As a consumer you keep the protection of the law of the country in which
        you live, and may sue there.
      </p>`,
});

/** Rules of refunds and of the right of withdrawal, as the service applies them. */
export const refundsPage = legalPage({
  path: '/refunds',
  title: 'Refunds',
  description: 'When you get your money or your credit back, and how.',

  body: (_seller, { undoWindowMs }) =>
    html`<p class="lead">We do not keep money for work that we did not deliver.</p>
      <h2>A run that fails</h2>
      <p>
        When a run fails through no fault of yours, you get its credit back in the same moment and can start another run
        with it. The same holds for a run that you cancel before an agent has begun, and for one that you take back
        within ${windowWords(undoWindowMs)} of its start, ${UNDOS_PER_DAY} times a day, unless the agent has handed
        something in. One that you cancel later keeps its credit.
      </p>
      <h2>A payment that comes too late</h2>
      <p>
        An opportunity stays reserved while you pay. A payment that is made after the reservation has ended, a second
        payment of the same order and a payment of another sum are refunded in full, without a request.
      </p>
      <h2>Right of withdrawal</h2>
      <p>
        Consumers in the European Union may withdraw from a purchase within 14 days. With digital content that right
        ends once access has begun, if you asked for it. That is why the order form has two boxes, both empty at first:
      </p>
      <ul>
        <li>${CONSENTS.immediateAccess}</li>
        <li>${CONSENTS.withdrawalLoss}</li>
      </ul>
      <p>
        Access to an opportunity's dossier begins right after payment. A credit that you have not used yet has not been
        accessed: write to us within 14 days and we refund it. A pack of credits is one purchase, at one price: it goes
        back whole, as long as none of its credits was used.
      </p>
      <h2>Something is wrong with a dossier</h2>
      <p>
        If a dossier contradicts its own sources or misses what was sold, <a href="/support">tell us</a> which part. A
        person looks at it and has it researched again or refunds you.
      </p>
      <h2>How a refund reaches you</h2>
      <p>
        It goes back to the card or account that you paid with, usually within five to ten days. You see its state with
        your order in <a href="/account">your account</a>. What was paid for is then no longer available to you, and a
        refunded opportunity may be offered to others again.
      </p>`,
});

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
      ${dataTable('How long we keep data', ['Data', 'Kept'], KEPT)}
      <h2>Your rights</h2>
      <p>
        You can read, correct, export and erase your data, and object to its use. Export and erasure are buttons on
        <a href="/account/data">the page of your data</a>; for the rest <a href="/support">write to us</a>. You may also
        complain to a supervisory authority.
      </p>`,
});

function days(table: string): string {
  const { days: count } = RETENTION[table]!;
  if (count === null) return 'As long as your account';
  return count % 365 === 0 && count > 365 ? `${count / 365} years` : `${count} days`;
}

/** Who sells, as sellers on the internet must say (directive 2000/31/EC, article 5). */
export const imprintPage = legalPage({
  path: '/imprint',
  title: 'Imprint',
  description: 'Who operates this service and how to reach them.',

  body: (seller, { supportAddress }) =>
    html`<h2>Seller and operator</h2>
      ${sellerAddress(seller)}
      <h2>Contact</h2>
      <p>
        The fastest way is <a href="/support">the support form</a>, or
        <a href="mailto:${supportAddress}">${supportAddress}</a>. A person answers.
      </p>
      ${
        (seller.register !== null || seller.taxId !== null) &&
        html`<h2>Register and tax</h2>
          <dl>
            ${
              seller.register !== null &&
              html`<dt>Register</dt>
                <dd>${seller.register}</dd>`
            }
            ${
              seller.taxId !== null &&
              html`<dt>Tax id</dt>
                <dd>${seller.taxId}</dd>`
            }
          </dl>`
      }
      <h2>Security</h2>
      <p>
        Report weaknesses of this service as <a href="/.well-known/security.txt">security.txt</a> says. Reports in good
        faith are welcome.
      </p>`,
});
