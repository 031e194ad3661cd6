import type { Books } from './books';
import { setPayoutsEnabled } from './connect';
import { checkoutPage, messagePage, onboardingPage } from './pages';
import { invoicePage, invoicePdf } from './invoice-page';
import { OUTCOMES, pay } from './payments';
import type { Session } from './world';

/** Response to a browser: a page or a redirect. */
export type PageAnswer =
  { status: number; html: string } | { status: 200; pdf: string } | { status: 303; location: string };

/** Serves the hosted pages; null for any other path. Only POST changes anything. */
export function hostedPage(books: Books, method: string, url: URL, form: URLSearchParams): PageAnswer | null {
  const [, invoiceId, pdf] = /^\/i\/([^/]+?)(\/pdf)?$/.exec(url.pathname) ?? [];
  const invoice = invoiceId ? books.peek(invoiceId) : undefined;
  if (invoice?.object === 'invoice') {
    return { status: 200, ...(pdf ? { pdf: invoicePdf(invoice) } : { html: invoicePage(invoice) }) };
  }
  const [, area, kind, id] = /^\/(c|onboard)\/(?:(pay)\/)?([^/]+)$/.exec(url.pathname) ?? [];
  if (!area || !id) return null;
  const object = books.peek(id);
  if (kind === 'pay' && object?.object === 'checkout.session') {
    return method === 'POST' ? submit(books, object, form) : show(object);
  }
  if (area === 'onboard' && object?.object === 'account') {
    if (method !== 'POST') return { status: 200, html: onboardingPage(object) };
    setPayoutsEnabled(books, object, true);
    return { status: 303, location: url.searchParams.get('return_url') ?? '/' };
  }
  return { status: 404, html: messagePage('Not found', 'There is no such page at the payment stand-in.') };
}

function show(session: Session): PageAnswer {
  if (session.status === 'open') return { status: 200, html: checkoutPage(session) };
  const back = session.cancel_url ? { href: session.cancel_url, text: 'Back to the shop' } : null;
  if (session.status === 'expired') {
    return { status: 410, html: messagePage('This checkout has expired', 'Nothing was paid. Start again.', back) };
  }
  const done = { href: successAddress(session), text: 'Back to the shop' };
  return { status: 200, html: messagePage('This checkout is complete', 'There is nothing left to pay here.', done) };
}

function submit(books: Books, session: Session, form: URLSearchParams): PageAnswer {
  // A double click submits again after the first click has paid.
  if (session.status === 'complete') return { status: 303, location: successAddress(session) };
  if (session.status !== 'open') return show(session);
  const email = form.get('email')?.trim() ?? '';
  const outcome = OUTCOMES.find((each) => each === form.get('outcome'));
  const country = form.get('country') ?? undefined;
  const known = session.customer_email !== null || /^[^@\s]+@[^@\s]+$/.test(email);
  if (!outcome || !known) {
    return { status: 400, html: checkoutPage(session, 'Enter an email address and choose how to pay.', email) };
  }
  pay(books, session, { outcome, email, country });
  if (outcome !== 'declined') return { status: 303, location: successAddress(session) };
  return { status: 402, html: checkoutPage(session, 'Your card was declined. Try another one.', email) };
}

function successAddress(session: Session): string {
  return session.success_url.replaceAll('{CHECKOUT_SESSION_ID}', session.id);
}
