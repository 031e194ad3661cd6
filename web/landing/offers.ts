import type { Money } from '../../contracts/money';
import { RUN_KIND_NAMES } from '../../contracts/runs';
import { RUN_KINDS } from '../../domain/run-kinds';
import { formatMoney } from '../../platform/format-money';
import { html, type Markup } from '../../platform/html';
import type { Teaser } from '../../store/opportunities/row';
import { cards } from '../components/card';
import { scoreRing } from '../components/score-ring';

/** Prices of what can be bought; `lowest` is that of the catalogue. */
export function offers(prices: Record<string, Money>, lowest: Money | null): Markup {
  return html`<section class="band offers" aria-labelledby="prices">
    <h2 id="prices">Prices</h2>
    <ul class="cards">
      ${RUN_KIND_NAMES.map((kind) =>
        offer({
          name: RUN_KINDS[kind].label,
          price: formatMoney(prices[kind]!),
          what: RUN_KINDS[kind].offer,
          action: { href: `/buy?product=${kind}`, label: `Buy a credit` },
        }),
      )}
      ${offer({
        name: 'Exclusive opportunity',
        price: lowest ? `From ${formatMoney(lowest)}` : 'By its own price',
        what: 'Researched already, sold once: the full dossier at once, and nobody else gets it.',
        action: { href: '/opportunities', label: 'See what is on offer' },
      })}
    </ul>
  </section>`;
}

function offer({
  name,
  price,
  what,
  action,
}: {
  name: string;
  price: string;
  what: string;
  action: { href: string; label: string };
}) {
  return html`<li class="card">
    <h3>${name}</h3>
    <p class="figure">${price}</p>
    <p>${what}</p>
    <a class="button quiet" href="${action.href}" aria-label="${action.label}: ${name}">${action.label}</a>
  </li>`;
}

/** The best of the catalogue; nothing while it is empty. */
export function teasers(best: readonly Teaser[]): Markup | null {
  if (best.length === 0) return null;
  return html`<section class="band" aria-labelledby="catalogue">
    <h2 id="catalogue">Researched already, each sold once</h2>
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
