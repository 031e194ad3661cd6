import { randomUUID } from 'node:crypto';
import { Type } from '@sinclair/typebox';
import { html, type Markup } from '../../base/html';
import type { Money } from '../../base/money';
import { formatMoney } from '../../base/wording';
import type { ApiSettings } from '../../http/settings';
import { PACK_CREDITS, CONSENTS, type CreditQuantity, type ProductName } from '../../modules/orders/contract';
import { ALL_OFFERS, COMPARED } from '../../modules/orders/offers';
import type { Prices } from '../../modules/orders/store/open';
import type { RunKind } from '../../modules/run-kinds/contract';
import { dataTable } from '../components/data';
import { drawForm, type FormState } from '../components/declared-form';
import { notice } from '../components/frame';

/** Prices of products, in words. */
export interface PriceWords {
  /** Price of a single item. For opportunities, the lowest price in the catalog. */
  one(product: ProductName): string;
  /** Price of a pack and its discount; null for products without packs. */
  pack(product: ProductName): string | null;
}

/** Creates {@link PriceWords}. `lowest` is the lowest price in the catalog, null if the catalog is empty. */
export function pricesInWords(prices: Prices, lowest: Money | null): PriceWords {
  return {
    one(product) {
      if (product !== 'opportunity') return formatMoney(prices[product]![1], 'where needed');
      return lowest ? `From ${formatMoney(lowest, 'where needed')}` : 'Priced individually';
    },
    pack: (product) => (product === 'opportunity' ? null : packWords(prices, product)),
  };
}

/** Price of a pack with its discount, such as `$129 (save $18)`. */
function packWords(prices: Prices, kind: RunKind): string {
  const { [PACK_CREDITS]: pack, 1: one } = prices[kind]!;
  const saved = { ...pack, amount: one.amount * PACK_CREDITS - pack.amount };
  return `${formatMoney(pack, 'where needed')} (save ${formatMoney(saved, 'where needed')})`;
}

/** Price per credit in a pack, rounded up so it never understates the cost. */
export function eachOf({ amount, currency }: Money, quantity: CreditQuantity): Money {
  return { amount: Math.ceil(amount / quantity), currency };
}

/** Compares all products by use, depth, exclusivity, delivery time and price. */
export function comparison(words: PriceWords): Markup {
  return html`<section class="band compared" aria-labelledby="compared">
    <h2 id="compared">Which one is for you?</h2>
    ${dataTable(
      'Products compared',
      ['At a glance', ...ALL_OFFERS.map(({ name }) => name)],
      [
        ['Price', ...ALL_OFFERS.map(({ product }) => html`<b>${words.one(product)}</b>`)],
        [
          `Pack of ${PACK_CREDITS}`,
          ...ALL_OFFERS.map(({ product, pack, name }) =>
            pack === null
              ? '–'
              : html`<a href="${pack.href}" aria-label="${words.pack(product)} for ${pack.label}: ${name}"
                  >${words.pack(product)}</a
                >`,
          ),
        ],
        ...COMPARED.map((question) => [question, ...ALL_OFFERS.map(({ compared }) => compared[question])]),
        [
          '',
          ...ALL_OFFERS.map(
            ({ href, action, name }) => html`<a href="${href}" aria-label="${action}: ${name}">${action}</a>`,
          ),
        ],
      ],
    )}
    <p class="soft">Each comes with a dossier like <a href="/sample-dossier">this sample</a>.</p>
  </section>`;
}

const consent = (label: string, fix: string) => ({ schema: Type.Literal('true'), label, fix, input: 'check' }) as const;

const CONSENT_FIELDS = {
  immediateAccessConsent: consent(CONSENTS.immediateAccess, 'Check the first box to get immediate access.'),
  withdrawalLossAcknowledgment: consent(
    CONSENTS.withdrawalLoss,
    'Check the second box to accept that you lose your right of withdrawal.',
  ),
};

/** Tax note below prices, by checkout setting. */
export const TAX_WORDS: Record<ApiSettings['checkoutTax'], string> = {
  none: 'No tax is added to the price.',
  inclusive: 'The price includes tax, where it applies.',
  exclusive: 'Tax is added where it applies. You see the total before you pay.',
};

/** Order form with two consents, never prechecked. Its idempotency key makes repeated submissions harmless. */
export function orderForm(order: {
  product: ProductName;
  opportunityId?: string;
  quantity?: CreditQuantity;
  price: Money;
  /** Email address of the signed-in buyer, whose account gets the purchase; null for guests. */
  email: string | null;
  tax: keyof typeof TAX_WORDS;
  /** Duration of the reservation, in minutes. */
  reservedMinutes?: number;
  /** False without a live key for the payment provider, as in a rehearsal deployment. */
  isOpen: boolean;
  state?: FormState | undefined;
}): Markup {
  const consents = drawForm(CONSENT_FIELDS, order.state);
  if (!order.isOpen) return notice(html`<p>Sales are not open yet. Please come back soon.</p>`);
  return html`<form method="post" action="/checkout/start">
    <input type="hidden" name="product" value="${order.product}" />
    ${order.opportunityId && html`<input type="hidden" name="opportunityId" value="${order.opportunityId}" />`}
    ${order.quantity && html`<input type="hidden" name="quantity" value="${order.quantity}" />`}
    <input type="hidden" name="idempotencyKey" value="${randomUUID()}" />
    <p class="soft">
      Our <a href="/terms">terms</a>, <a href="/refunds">refund rules</a> and
      <a href="/privacy">privacy policy</a> apply. Seller: see the <a href="/imprint">imprint</a>.
    </p>
    ${consents.summary} ${consents.all}
    <button class="wide" type="submit">Buy for ${formatMoney(order.price, 'where needed')}</button>
    ${
      order.reservedMinutes !== undefined &&
      html`<p>We reserve it for you for ${order.reservedMinutes} minutes while you pay.</p>`
    }
    <p class="soft">
      ${TAX_WORDS[order.tax]} You pay on our payment provider’s page.
      ${
        order.email === null
          ? 'Enter an email address that you can open: you sign in with it later.'
          : html`Your purchase goes to your account, ${order.email}.`
      }
    </p>
  </form>`;
}
