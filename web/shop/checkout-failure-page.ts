import type { Failure, FailureCode } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import { idSchema } from '../../base/ids';
import type { RefusedForm } from '../../http/endpoint';
import { PRODUCTS } from '../../modules/orders/contract';
import { RUN_KIND_NAMES } from '../../modules/run-kinds/contract';
import { layout } from '../layout';
import { show, type ShowAgain } from '../page';
import { buyPage } from './buy-page';
import { opportunityPage } from './opportunity-page';

const CONSENT_FIELDS = ['immediateAccessConsent', 'withdrawalLossAcknowledgment'] as const;

/** Failures after which resubmitting the form resumes the order. */
const REPEATABLE: Partial<Record<FailureCode, string>> = {
  payment_provider_failed: 'Our payment provider did not answer.',
  service_unavailable: 'It took too long.',
  overloaded: 'We have too many visitors at the moment.',
  internal_error: 'Something went wrong on our side.',
  idempotency_in_flight: 'Your order is still being prepared.',
};

type FormFields = Readonly<Partial<Record<string, string>>>;

/**
 * Shown if an order form opened no checkout session, so nothing was charged. If fields are invalid, shows the product
 * page again. If a retry can help, its button resends the same idempotency key, so the buyer never gets two orders.
 */
export const checkoutAgain: ShowAgain<RefusedForm> = (refused, state, failure) => {
  const fields = refused.body as FormFields;
  const product = failure.code === 'invalid_request' && productForm(fields);
  if (product) return product({ ...refused, state });
  const reason = REPEATABLE[failure.code];
  const { title, text, next } = reason === undefined ? wordsFor(failure, fields) : again(reason, fields);
  return show(
    layout({
      title,
      body: html`<section class="narrow">
        <h1>${title}</h1>
        <p class="lead">You were not charged. ${text}</p>
        ${next}
        <p class="soft">Still not working? <a href="/support">Contact support</a></p>
      </section>`,
    }),
    { formsTo: refused.deps.payments?.checkoutOrigin },
  );
};

/** Handler that shows the product page with the submitted order form; false if the form contains no known product. */
function productForm({ product, opportunityId, quantity }: FormFields) {
  if (product === 'opportunity') {
    const isId = new RegExp(idSchema('opp').pattern!).test(opportunityId ?? '');
    return isId && ((refused: object) => opportunityPage.handle({ ...refused, id: opportunityId } as never));
  }
  const isKnown = RUN_KIND_NAMES.some((kind) => kind === product);
  return isKnown && ((refused: object) => buyPage.handle({ ...refused, query: { product, quantity } } as never));
}

interface Words {
  title: string;
  text: Fragment;
  next: Markup;
}

function again(reason: string, fields: FormFields): Words {
  const names = ['product', 'opportunityId', 'idempotencyKey', ...CONSENT_FIELDS];
  return {
    title: 'We could not open the payment page',
    text: `${reason} Try again to continue the same order.`,
    next: html`<form method="post" action="/checkout/start">
      ${names.map((name) => fields[name] && html`<input type="hidden" name="${name}" value="${fields[name]}" />`)}
      <p class="actions">
        <button type="submit">Try again</button>
        <a class="button quiet" href="${productPath(fields)}">Back</a>
      </p>
    </form>`,
  };
}

function wordsFor({ code, public: { detail, retryAfterSeconds: wait = 0 } }: Failure, fields: FormFields): Words {
  const back = link(productPath(fields), 'Back to the order');
  switch (code) {
    case 'opportunity_unavailable':
      return {
        title: 'Someone else is buying this opportunity',
        text:
          wait > 0
            ? `Your last checkout has ended. You can order again in ${minutes(wait)}, when its reservation ends.`
            : 'If they do not pay, you can buy it. If they do, it is sold.',
        next: html`<p class="actions">
          <a class="button" href="/opportunities">Browse other opportunities</a>
          <a class="button quiet" href="${productPath(fields)}">Check again</a>
        </p>`,
      };
    case 'too_many_holds':
      return {
        title: 'You have too many reservations',
        text: detail ?? 'Pay for one, or release one, before you reserve another.',
        next: html`<p class="actions">
          <a class="button" href="/sign-in?return=${productPath(fields)}">Sign in</a>
          <a class="button quiet" href="${productPath(fields)}">Back to the order</a>
        </p>`,
      };
    case 'idempotency_key_reused':
      return {
        title: 'This order form was used before',
        text: 'Open the order form again to place a new order.',
        next: back,
      };
    case 'service_not_configured':
      return {
        title: 'We cannot take payments right now',
        text: 'Please try again later.',
        next: link('/opportunities', 'Browse opportunities'),
      };
    default:
      return {
        title: 'This order form is out of date',
        text: 'Open the order form again and send it from there.',
        next: back,
      };
  }
}

function link(href: string, label: string): Markup {
  return html`<p class="actions"><a class="button" href="${href}">${label}</a></p>`;
}

/** Path of the product page; the path of the credits page if the form contains no known product. */
function productPath({ product, opportunityId }: FormFields): string {
  if (product === 'opportunity') return `/opportunities/${encodeURIComponent(opportunityId ?? '')}`;
  const known = PRODUCTS.find((name) => name === product);
  return known ? `/buy?product=${known}` : '/buy';
}

function minutes(seconds: number): string {
  const count = Math.ceil(seconds / 60);
  return count === 1 ? 'a minute' : `${count} minutes`;
}
