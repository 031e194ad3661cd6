import { Type } from '@sinclair/typebox';
import { html } from '../../../providers/html';
import { readPrices } from '../../../store/orders/prices';
import { layout } from '../layout';
import { page, show } from '../page';
import { amount } from './amount';
import { orderForm } from './order-form';

const PRODUCTS = {
  idea_check: {
    name: 'Idea Check',
    what: 'One newsletter idea, researched: a verdict with its score, seven dimensions with evidence, competitors, income ranges, risks and next steps.',
  },
  custom_search: {
    name: 'Custom Search',
    what: 'Ideas made for you from your profile and expertise, each researched, then ranked as a portfolio.',
  },
} as const;
type Credit = keyof typeof PRODUCTS;
const isCredit = (name: string | undefined): name is Credit => name !== undefined && name in PRODUCTS;

/** The choice of a credit for a run, and the form that buys it. */
export const buyPage = page({
  method: 'GET',
  path: '/buy',
  query: Type.Object({ product: Type.Optional(Type.String({ maxLength: 64 })) }),

  async handle({ deps, query: { product } }) {
    const prices = await readPrices(deps.db);
    if (!isCredit(product)) {
      return show(
        layout({
          title: 'Research credits',
          body: html`<h1>Have your own idea researched</h1>
            <p class="lead">A credit is good for one run, started through the API or from your account.</p>
            <ul class="cards">
              ${(Object.keys(PRODUCTS) as Credit[]).map(
                (id) =>
                  html`<li class="card">
                    <h2><a href="/buy?product=${id}">${PRODUCTS[id].name}</a></h2>
                    <p>${PRODUCTS[id].what}</p>
                    <p class="foot">
                      <span class="soft">One credit</span><span class="price">${amount(prices[id]!)}</span>
                    </p>
                  </li>`,
              )}
            </ul>`,
        }),
      );
    }
    return show(
      layout({
        title: PRODUCTS[product].name,
        body: html`<div class="narrow">
          <h1>${PRODUCTS[product].name}</h1>
          <p class="lead">${PRODUCTS[product].what}</p>
          ${orderForm({ product, price: prices[product]! })}
        </div>`,
      }),
      { formsTo: deps.settings.checkoutOrigin },
    );
  },
});
