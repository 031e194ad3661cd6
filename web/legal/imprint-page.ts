import { html } from '../../platform/html';
import { legalPage, sellerAddress } from './legal-page';

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
