import { html, type Fragment, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { pageOf, type FrontPage } from '../base/http';
import { samplePdf } from '../web/pages';
import type { Books } from './books';
import { submitDetails } from './connect';
import { TAX_RATES, OUTCOMES, pay } from './payments';
import type { Account, Invoice, Session } from './world';

export type PageAnswer =
  { status: number; html: string } | { status: 200; pdf: Buffer } | { status: 303; location: string };

/** Serves the hosted pages, or returns null for other paths. Only POST changes anything. */
export function hostedPage(books: Books, method: string, url: URL, form: URLSearchParams): PageAnswer | null {
  const [, area, id = '', pdf] = /^\/(i|c\/pay|onboard)\/([^/]+?)(\/pdf)?$/.exec(url.pathname) ?? [];
  if (!area) return null;
  const object = books.peek(id);
  if (area === 'i' && object?.object === 'invoice') {
    return pdf ? { status: 200, pdf: samplePdf(invoiceLines(object)) } : page(200, ...invoicePage(object));
  }
  if (area === 'c/pay' && object?.object === 'checkout.session') {
    return method === 'POST' ? submit(books, object, form) : show(object);
  }
  if (area === 'onboard' && object?.object === 'account') {
    if (method !== 'POST') return page(200, 'Set up payouts', onboardingForm(object));
    submitDetails(books, object);
    return { status: 303, location: url.searchParams.get('return_url') ?? '/' };
  }
  return page(404, 'Not found', html`<p>The payment stand-in does not have this page.</p>`);
}

export function paymentsFrontPage(books: Books): FrontPage {
  return {
    title: 'Payments: a local stand-in',
    what: 'It implements the payment provider’s protocol. No money moves, and no card is needed.',
    lists: [
      {
        heading: 'Latest checkouts',
        none: 'None yet. Buy something in the shop.',
        items: books
          .all('checkout.session')
          .slice(0, 20)
          .map(({ id, url, status, payment_status: paid, amount_total: amount, currency }) => {
            const total = formatMoney({ amount, currency });
            if (status === 'open' && url) return html`<a href="${url}">Pay or decline ${total}</a> <code>${id}</code>`;
            return html`${total}, ${status === 'complete' ? paid : (status ?? '')} <code>${id}</code>`;
          }),
      },
    ],
  };
}

function show(session: Session): PageAnswer {
  if (session.status === 'open') return checkoutPage(200, session);
  const back = (href: string | null) => (href ? html`<p><a href="${href}">Back to the shop</a></p>` : '');
  if (session.status === 'expired') {
    const expired = html`<p>Nothing was paid. Start again.</p>
      ${back(session.cancel_url)}`;
    return page(410, 'This checkout has expired', expired);
  }
  const done = html`<p>There is nothing left to pay here.</p>
    ${back(successAddress(session))}`;
  return page(200, 'This checkout is complete', done);
}

function submit(books: Books, session: Session, form: URLSearchParams): PageAnswer {
  // A double click submits again after the first click has paid.
  if (session.status === 'complete') return { status: 303, location: successAddress(session) };
  if (session.status !== 'open') return show(session);
  const email = form.get('email')?.trim() ?? '';
  const outcome = OUTCOMES.find((each) => each === form.get('outcome'));
  const isKnown = session.customer_email !== null || /^[^@\s]+@[^@\s]+$/.test(email);
  if (!outcome || !isKnown) {
    return checkoutPage(400, session, 'Enter an email address and choose how to pay.', email);
  }
  pay(books, session, { outcome, email, country: form.get('country') ?? undefined });
  if (outcome !== 'declined') return { status: 303, location: successAddress(session) };
  return checkoutPage(402, session, 'Your card was declined. Try another one.', email);
}

const successAddress = (session: Session) => session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);

const PAYMENT_OPTIONS = [
  ['paid', 'Card that is accepted', 'The payment succeeds immediately'],
  ['declined', 'Card that is declined', 'The bank refuses; you can try again'],
  ['delayed', 'Bank debit that settles later', 'Completes now; the money arrives days later or never'],
] as const;

/** Checkout page of an open session. `problem` appears above the form; `email` restores an earlier entry. */
function checkoutPage(status: number, session: Session, problem: string | null = null, email = ''): PageAnswer {
  const { hidden, customer_email: given, currency, custom_text: own, cancel_url: cancel } = session;
  const total = formatMoney({ amount: session.amount_total, currency });
  const items = hidden.items.map(
    ({ description, quantity, amount_total: amount }) =>
      html`<li>
        ${description}${quantity > 1 ? ` × ${quantity}` : ''} <span>${formatMoney({ amount, currency })}</span>
      </li>`,
  );
  const options = PAYMENT_OPTIONS.map(
    ([value, name, hint], i) =>
      html`<label
        ><input type="radio" name="outcome" value="${value}" ${i === 0 ? html`checked` : ''} /> ${name}<small
          >${hint}</small
        ></label
      >`,
  );
  return page(
    status,
    `Pay ${total}`,
    html`${cancel && html`<a href="${cancel}">← Back without paying</a>`}
      <ul>
        ${items}
      </ul>
      ${problem && html`<p role="alert">${problem}</p>`}
      <form method="post">
        <label for="email">Email</label>
        <input
          id="email"
          type="email"
          name="email"
          autocomplete="email"
          required
          value="${given ?? email}"
          ${given ? html`readonly` : ''}
        />
        ${countryField(session)}
        <fieldset>
          <legend>Outcome of the payment</legend>
          ${options}
        </fieldset>
        <button>Pay ${total}</button>
        ${own.submit && html`<p>${own.submit.message}</p>`}
      </form>
      <p>This page expires at ${new Date(session.expires_at * 1000).toUTCString()}.</p>`,
  );
}

/** Country field, if the tax depends on it. */
function countryField({ automatic_tax: tax, billing_address_collection: address }: Session): Fragment {
  if (!tax.enabled && address !== 'required') return '';
  const options = ['US', ...Object.keys(TAX_RATES)].map((country) => {
    const rate = tax.enabled && TAX_RATES[country] ? ` (${TAX_RATES[country]}% tax)` : '';
    return html`<option value="${country}">${country}${rate}</option>`;
  });
  return html`<label for="country">Country</label>
    <select id="country" name="country">
      ${options}
    </select>`;
}

function onboardingForm({ email, country, default_currency: currency }: Account): Markup {
  return html`<p>
      The account${email ? ` of ${email}` : ''} would verify its identity and add a bank account here. The stand-in asks
      for neither.
    </p>
    <p>Country ${country}: payouts arrive in ${currency.toUpperCase()}.</p>
    <form method="post"><button>Complete setup</button></form>`;
}

function invoiceLines({ number, currency, hidden, total_taxes: taxes, total }: Invoice): string[] {
  const money = (amount: number) => formatMoney({ amount, currency });
  return [
    `Invoice ${number}`,
    ...hidden.items.map((item) => `${item.description}: ${money(item.amount_subtotal)}`),
    ...taxes.map((tax) => `Tax (${tax.tax_behavior}): ${money(tax.amount)}`),
    `Total: ${money(total)}`,
  ];
}

function invoicePage(invoice: Invoice): [string, Markup] {
  const [title, ...lines] = invoiceLines(invoice);
  return [
    title!,
    html`<p>Paid by ${invoice.customer_email ?? 'the customer'}</p>
      <ul>
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>
      <p><a href="${invoice.invoice_pdf ?? ''}">Download as PDF</a></p>`,
  ];
}

function page(status: number, title: string, main: Markup): PageAnswer {
  return { status, html: pageOf(title, main, 'Local stand-in: no money moves and no card is needed.') };
}
