import { html } from '../../base/html';
import { PENDING_DAYS } from '../../modules/accounts/rules';
import { CONSENTS } from '../../modules/orders/contract';
import { RETENTION } from '../../modules/retention/rules';
import { UNDOS_PER_DAY, windowWords } from '../../modules/runs/rules';
import { dataTable } from '../components/data';
import { TAX_WORDS } from '../shop/offers';
import { legalPage, sellerAddress, sellerName } from './legal-page';

/** Terms of use and sale. */
export const termsPage = legalPage({
  path: '/terms',
  changed: '2026-11-29',
  title: 'Terms',
  description: 'What you buy, how you may use it, and what we promise.',

  body: (seller, { checkoutTax }) =>
    html`<p class="lead">These terms apply between you and ${sellerName(seller)} when you use this site or buy here.</p>
      <h2>1. Who you deal with</h2>
      ${sellerAddress(seller)}
      <h2>2. What you buy</h2>
      <p>
        A <strong>credit</strong> pays for one Idea Check or one Custom Search. An Idea Check researches one idea of
        yours. A Custom Search finds and ranks ideas that fit you. Both end with findings and a dossier.
      </p>
      <p>An <strong>opportunity</strong> from the catalog is a finished dossier. We sell it once.</p>
      <p>
        You see the price before you order, and you pay it once. ${TAX_WORDS[checkoutTax]} There is no subscription.
        Credits do not expire.
      </p>
      <p>
        You can read an opportunity right after payment. An Idea Check takes half an hour at most, a Custom Search up to
        four hours. If it takes longer or fails, its credit comes back.
      </p>
      <h2>3. How you buy</h2>
      <p>
        Your order is binding when you confirm the payment on our payment provider's page. We accept it when the
        provider confirms the payment to us. You get a receipt by email. The purchase belongs to the email address that
        you enter there.
      </p>
      <h2>4. Exclusivity</h2>
      <p>
        We sell an opportunity to one buyer. After the sale it leaves the catalog, and we give its dossier to nobody
        else. Exclusivity covers the dossier. The market it describes is open to everybody, and others may have similar
        ideas. We do not sell research that you commission to others.
      </p>
      <h2>5. Your rights to a dossier and your ideas</h2>
      <p>
        Use a dossier for any business of yours. Share it with people who work with you or advise you. You may not
        resell it as research. Your ideas and profiles stay yours. We use them only to do your research.
      </p>
      <h2>6. What research is, and is not</h2>
      <p>
        AI agents research and write dossiers from public sources. We check each dossier against a published schema. We
        name the source of each figure, say how certain it is, and mark estimates. A dossier can be wrong or out of
        date. It is not investment, tax or legal advice. You decide whether to start a business.
      </p>
      <h2>7. Your account and keys</h2>
      <p>
        Keep your email account, password and API keys to yourself. Revoke a key that others may know. We may suspend an
        account that breaks the law, attacks the service or pays with a stolen card. We then refund what it has paid for
        and not received.
      </p>
      <h2>8. Refunds</h2>
      <p>
        <a href="/refunds">Our refund rules</a> are part of these terms. They do not limit the rights that the law gives
        you if a dossier is defective.
      </p>
      <h2>9. Liability</h2>
      <p>
        We are liable without limit for intent, gross negligence and personal injury, and where the law does not allow a
        limit. Otherwise our liability is limited to damage that is typical and foreseeable for such a contract, and to
        the price of the purchase concerned.
      </p>
      <h2>10. Changes and law</h2>
      <p>
        The terms that we publish when you order apply to that order. We do not change them afterwards. The law of the
        country where the seller is based applies. If you are a consumer, you keep the protection of the law of the
        country where you live, and you may sue there.
      </p>`,
});

/** Rules for refunds and the right of withdrawal, as the service applies them. */
export const refundsPage = legalPage({
  path: '/refunds',
  changed: '2026-11-29',
  title: 'Refunds',
  description: 'When you get your money or your credit back, and how.',

  body: (_seller, { undoWindowMs }) =>
    html`<p class="lead">You do not pay for work that we did not deliver.</p>
      <h2>Failed research</h2>
      <p>
        If an Idea Check or a Custom Search fails through no fault of yours, you get its credit back at once and can use
        it again. You also get the credit back:
      </p>
      <ul>
        <li>if too few of its quotes are confirmed (see <a href="/how-we-research#unpaid">how we research</a>);</li>
        <li>if you cancel before an agent has begun;</li>
        <li>
          if you undo the start within ${windowWords(undoWindowMs)}, up to ${UNDOS_PER_DAY} times a day, unless the
          agent has already submitted something.
        </li>
      </ul>
      <p>If you cancel later, the credit stays used.</p>
      <h2>Late or double payments</h2>
      <p>
        We reserve an opportunity for you while you pay. We refund in full, without a request: a payment after the
        reservation has ended, a second payment for the same order, and a payment of the wrong amount.
      </p>
      <h2>Right of withdrawal</h2>
      <p>
        Consumers in the European Union may withdraw from a purchase within 14 days. For digital content this right ends
        when access begins, if you asked for immediate access. The order form therefore has two boxes, both empty at
        first:
      </p>
      <ul>
        <li>${CONSENTS.immediateAccess}</li>
        <li>${CONSENTS.withdrawalLoss}</li>
      </ul>
      <p>
        Access to an opportunity's dossier begins right after payment. Access to a credit begins when you use it. To
        return an unused credit, <a href="/support">write to us</a> within 14 days and name the order. You do not need a
        form or a reason. A pack of credits is one purchase at one price: you can return it as a whole if you have used
        none of its credits.
      </p>
      <h2>Something is wrong with a dossier</h2>
      <p>
        If a dossier contradicts its own sources or lacks something we sold, <a href="/support">tell us</a> which part.
        A person checks it, and we research it again or refund you.
      </p>
      <h2>How you get a refund</h2>
      <p>
        We send it to the card or account that you paid with, usually within five to ten days. Its status is next to
        your order in <a href="/account/purchases">your account</a>. You then lose access to what you paid for, and we
        may sell a refunded opportunity again.
      </p>`,
});

const AGENTS = 'Anthropic, whose AI agents research it';
const MAIL = 'Resend, which sends our emails';

const STORED = [
  ['Your email address and account', 'To sign you in, send receipts and results', MAIL, 'Until you erase your account'],
  [
    'Your ideas, profiles and dossiers',
    'To do the research that you order',
    `${AGENTS}; and people to whom you give a link`,
    'Until you delete them or erase your account',
  ],
  [
    'Your orders, payments and invoices',
    'Tax law requires it',
    'Stripe, which takes the payment. We never see your card',
    '10 years',
  ],
  ['Free scans', 'To send you the result', `${AGENTS}; ${MAIL}`, `${days('free_scans')}; unconfirmed ones 30 days`],
  ['Your consent to news', 'To email you news', MAIL, 'Until you unsubscribe, by the link in each of these emails'],
  ['Support requests', 'To reply', MAIL, days('support_requests')],
  ['Your API requests, without their content', 'To find failed calls', 'Nobody', days('api_requests')],
  ['Number of requests by API key and day', 'To show your usage', 'Nobody', days('usage_counters')],
  ['A keyed hash of your IP address', 'To limit abuse', 'Nobody', 'As long as the order or scan it belongs to'],
  ['Addresses that asked to sign in but did not', 'To send the link', MAIL, `${PENDING_DAYS} days`],
  ['Activity log of your account', 'For security and disputes', 'Nobody', days('audit_events')],
] as const;

/** Privacy policy: what we store, why, for how long, and who else sees it. */
export const privacyPage = legalPage({
  path: '/privacy',
  changed: '2026-11-29',
  title: 'Privacy',
  description: 'What we store about you, why, for how long, and what you can do about it.',

  body: (seller, { supportAddress }) =>
    html`<p class="lead">We store only what the service needs. We do not track you or sell your data.</p>
      <h2>What we store</h2>
      ${dataTable('What we store', ['Data', 'Why', 'Who else sees it', 'Kept'], STORED)}
      <p>
        Anthropic, Stripe and Resend work on our behalf. Anthropic gets neither your name nor your address, unless you
        write them into your idea or profile. Nobody else gets your data.
      </p>
      <h2>Where it is stored</h2>
      <p>
        In one database that we operate, and in its backups. What you delete is deleted there and at Anthropic, and
        leaves the backups when they expire.
      </p>
      <h2>Cookies</h2>
      <p>
        We set three cookies, and the service needs each of them. One keeps you signed in, one recognizes your browser
        when you sign in, and one keeps a reservation yours while you pay. We use no advertising, no analytics, and no
        fonts or scripts from other sites.
      </p>
      <h2>Why we may store it</h2>
      <p>
        Your account, research, orders and scans: to fulfill our contract with you. Payments: the law requires it. News:
        your consent. The rest: our legitimate interest in a service that is secure and that you can get help with.
      </p>
      <h2>Who is responsible</h2>
      ${sellerAddress(seller)}
      <p>Questions about your data: <a href="mailto:${supportAddress}">${supportAddress}</a>.</p>
      <h2>Your rights</h2>
      <p>
        Export or erase your data yourself on <a href="/account/data">your data page</a>. To have it corrected, or to
        object to its use, <a href="/support">write to us</a>. You may also complain to a supervisory authority.
      </p>`,
});

function days(table: string): string {
  const { days: count } = RETENTION[table]!;
  if (count === null) return 'As long as your account';
  return count % 365 === 0 && count > 365 ? `${count / 365} years` : `${count} days`;
}

/** Imprint: Directive 2000/31/EC, article 5, requires sites to name the seller. */
export const imprintPage = legalPage({
  path: '/imprint',
  title: 'Imprint',
  description: 'Who operates this service and how to reach them.',

  body: (seller, { supportAddress }) =>
    html`<h2>Seller and operator</h2>
      ${sellerAddress(seller)}
      <h2>Contact</h2>
      <p>
        Use <a href="/support">the support form</a> or write to
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
              html`<dt>Tax ID</dt>
                <dd>${seller.taxId}</dd>`
            }
          </dl>`
      }
      <h2>Security</h2>
      <p>
        Have you found a vulnerability? Report it as <a href="/.well-known/security.txt">security.txt</a> describes. We
        welcome reports in good faith.
      </p>`,
});
