import { formatMoney } from '../../platform/format-money';
import { PAGE_STYLE } from './page-style';
import { TAX_RATES } from './tax';
import type { Account, Session } from './world';

const BANNER = 'Local stand-in: no money moves and no card is needed.';
const PAYMENT_OPTIONS = [
  ['paid', 'Card that is accepted', 'The payment succeeds at once'],
  ['declined', 'Card that is declined', 'The bank refuses; you can try again'],
  ['delayed', 'Bank debit that settles later', 'Completes now; the money arrives days later or never'],
] as const;

/** Checkout page of an open session. `problem` appears above the form; `email` restores an earlier entry. */
export function checkoutPage(session: Session, problem: string | null = null, email = ''): string {
  const { hidden, customer_email: given, currency, custom_text: own } = session;
  const total = money(session.amount_total, currency);
  const items = hidden.items.map((item) => {
    const times = item.quantity > 1 ? ` <span class="soft">× ${item.quantity}</span>` : '';
    return `<li><span>${escape(item.description)}${times}</span><span>${money(item.amount_total, currency)}</span></li>`;
  });
  const options = PAYMENT_OPTIONS.map(
    (
      [value, name, hint],
      i,
    ) => `<label class="way"><input type="radio" name="outcome" value="${value}"${i === 0 ? ' checked' : ''}>
<span>${name}<small>${hint}</small></span></label>`,
  );
  return shell(
    `Pay ${total}`,
    `<main>
<section aria-labelledby="due">
${session.cancel_url ? `<a class="back" href="${escape(session.cancel_url)}">← Back without paying</a>` : ''}
<h1 id="due">Amount due</h1>
<p class="total">${total}</p>
<ul class="items">${items.join('')}</ul>
<p class="soft">This page expires at ${escape(new Date(session.expires_at * 1000).toUTCString())}.</p>
</section>
<section class="card" aria-labelledby="pay">
<h2 id="pay">Payment</h2>
${problem ? `<p class="alert" role="alert">${escape(problem)}</p>` : ''}
<form method="post">
<label class="name" for="email">Email</label>
<input id="email" type="email" name="email" autocomplete="email" required value="${escape(given ?? email)}"${given ? ' readonly' : ''}>
${countryField(session)}
<fieldset><legend>Outcome of the payment</legend>${options.join('')}</fieldset>
<button>Pay ${total}</button>
${own.submit ? `<p class="soft">${escape(own.submit.message)}</p>` : ''}
</form>
</section>
</main>`,
  );
}

/** Onboarding page of a connected account. */
export function onboardingPage(account: Account): string {
  const who = account.email ? ` of ${escape(account.email)}` : '';
  return shell(
    'Set up payouts',
    `<main class="single"><section class="card"><h1 class="title">Set up payouts</h1>
<p>The account${who} would verify its identity and add a bank account here. The stand-in asks for neither.</p>
<p>Country ${escape(account.country)}: payouts arrive in ${account.default_currency.toUpperCase()}.</p>
<form method="post"><button>Complete setup</button></form></section></main>`,
  );
}

/** Page with a message and an optional link. */
export function messagePage(title: string, text: string, link: { href: string; text: string } | null = null): string {
  const anchor = link ? `<p><a href="${escape(link.href)}">${escape(link.text)}</a></p>` : '';
  return shell(
    title,
    `<main class="single"><section class="card"><h1 class="title">${escape(title)}</h1><p>${escape(text)}</p>${anchor}</section></main>`,
  );
}

/** Frame of every hosted page. */
export function shell(title: string, main: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escape(title)}</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<p class="banner" role="note">${BANNER}</p>
${main}
</body>
</html>
`;
}

function money(amount: number, currency: string): string {
  return formatMoney({ amount, currency });
}

/** Choice of the country, where the tax depends on it. */
function countryField({ automatic_tax: tax, billing_address_collection: address }: Session): string {
  if (!tax.enabled && address !== 'required') return '';
  const options = ['US', ...Object.keys(TAX_RATES)].map((country) => {
    const rate = tax.enabled && TAX_RATES[country] ? ` (${TAX_RATES[country]}% tax)` : '';
    return `<option value="${country}">${country}${rate}</option>`;
  });
  return `<label class="name" for="country">Country</label>
<p><select id="country" name="country">${options.join('')}</select></p>`;
}

/** Escapes text for HTML. */
export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
