import { ALL_OFFERS } from '../../domain/offers';
import { html, type Markup } from '../../platform/html';
import { formatMoney } from '../../platform/wording';
import type { Teaser } from '../../store/opportunities/row';
import { cards } from '../components/card';
import { scoreRing } from '../components/score-ring';
import { comparison, type PriceWords } from '../shop/comparison';

/** What is sold, with its prices, side by side. */
export function offers(words: PriceWords): Markup {
  return html`<section class="band offers" aria-labelledby="prices">
      <h2 id="prices">Prices</h2>
      <ul class="cards">
        ${ALL_OFFERS.map(
          ({ product, name, sentence, href, action, pack }) =>
            html`<li class="card">
              <h3>${name}</h3>
              <p class="figure">${words.one(product)}</p>
              ${pack && html`<p><a href="${pack.href}">${pack.label} for ${words.pack(product)}</a></p>`}
              <p>${sentence}</p>
              <a class="button quiet" href="${href}" aria-label="${action}: ${name}">${action}</a>
            </li>`,
        )}
      </ul>
    </section>
    ${comparison(words)}`;
}

/** The best of the catalogue; nothing while it is empty. */
export function teasers(best: readonly Teaser[]): Markup | null {
  if (best.length === 0) return null;
  return html`<section class="band" aria-labelledby="catalog">
    <h2 id="catalog">Researched already, each sold once</h2>
    ${cards(
      best.map(({ id, title, summary, score, geography, priceAmount, priceCurrency }) => ({
        title,
        href: `/opportunities/${id}`,
        top: scoreRing(score),
        body: html`<p>${summary}</p>`,
        foot: html`<span class="soft">${geography}</span
          ><span class="price">${formatMoney({ amount: priceAmount, currency: priceCurrency })}</span>`,
      })),
      3,
    )}
    <p><a href="/opportunities">All opportunities</a></p>
  </section>`;
}
