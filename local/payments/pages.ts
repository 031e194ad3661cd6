import { PAGE_STYLE } from './page-style';
import type { Account, Session } from './world';

const BANNER = 'Local stand-in: no money moves and no card is asked for.';
const WAYS = [
  ['paid', 'Card that is accepted', 'The payment succeeds at once'],
  ['declined', 'Card that is declined', 'The bank refuses; you can try again'],
  ['delayed', 'Bank debit that settles later', 'Complete now, money days later or never'],
] as const;

/** The checkout of an open session. `problem` is shown above the form, `email` is what was entered before. */
export function checkoutPage(session: Session, problem: string | null = null, email = ''): string {
  const { hidden, customer_email: given, currency } = session;
  const total = money(session.amount_total, currency);
  const items = hidden.items.map((item) => {
    const times = item.quantity > 1 ? ` <span class="soft">× ${item.quantity}</span>` : '';
    return `<li><span>${escape(item.description)}${times}</span><span>${money(item.amount_total, currency)}</span></li>`;
  });
  const ways = WAYS.map(
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
<fieldset><legend>How the payment turns out</legend>${ways.join('')}</fieldset>
<button>Pay ${total}</button>
</form>
</section>
</main>`,
  );
}

/** Onboarding of a connected account: one button. */
export function onboardingPage(account: Account): string {
  const who = account.email ? ` of ${escape(account.email)}` : '';
  return shell(
    'Set up payouts',
    `<main class="single"><section class="card"><h1 class="title">Set up payouts</h1>
<p>The account${who} would prove its identity and name a bank here. The stand-in asks for neither.</p>
<form method="post"><button>Complete the set-up</button></form></section></main>`,
  );
}

/** A page that only says something. */
export function messagePage(title: string, text: string, link: { href: string; text: string } | null = null): string {
  const anchor = link ? `<p><a href="${escape(link.href)}">${escape(link.text)}</a></p>` : '';
  return shell(
    title,
    `<main class="single"><section class="card"><h1 class="title">${escape(title)}</h1><p>${escape(text)}</p>${anchor}</section></main>`,
  );
}

function shell(title: string, main: string): string {
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
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 100);
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
