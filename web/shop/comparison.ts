import type { Money } from '../../contracts/money';
import { ALL_OFFERS, COMPARED } from '../../domain/offers';
import { formatMoney } from '../../platform/format-money';
import { html, type Markup } from '../../platform/html';
import { dataTable } from '../components/data-table';

/** What each product costs, in words: of the catalog from its lowest price, null while it is empty. */
export type PriceOf = (product: (typeof ALL_OFFERS)[number]['product']) => string;

/** Prices in words; `lowest` is that of the catalog. */
export function pricesInWords(prices: Readonly<Record<string, Money>>, lowest: Money | null): PriceOf {
  return (product) => {
    if (product !== 'opportunity') return formatMoney(prices[product]!);
    return lowest ? `From ${formatMoney(lowest)}` : 'By its own price';
  };
}

/** All products side by side: what each is for, how deep, how exclusive, how soon, and its price. */
export function comparison(priceOf: PriceOf): Markup {
  return html`<section class="band" aria-labelledby="compared">
    <h2 id="compared">Which one is for you?</h2>
    ${dataTable(
      'Products compared',
      ['Question', ...ALL_OFFERS.map(({ name }) => name)],
      [
        ['Price', ...ALL_OFFERS.map(({ product }) => html`<b>${priceOf(product)}</b>`)],
        ...COMPARED.map((question) => [question, ...ALL_OFFERS.map(({ compared }) => compared[question])]),
        [
          '',
          ...ALL_OFFERS.map(
            ({ href, action, name }) => html`<a href="${href}" aria-label="${action}: ${name}">${action}</a>`,
          ),
        ],
      ],
    )}
    <p class="soft">
      All of them end with a dossier like <a href="/sample-dossier">the sample</a>, which is nobody’s exclusive.
    </p>
  </section>`;
}
