import { html } from '../../platform/html';
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
