import { html } from '../../../providers/html';
import { listTeasers, type Teaser } from '../../../store/opportunities/read-opportunities';
import { layout } from '../layout';
import { page, show } from '../page';
import { amount } from './amount';
import { Type } from '@sinclair/typebox';

const PAGE_SIZE = 24;

/** The catalogue for readers: what is on offer in live mode, newest first. */
export const cataloguePage = page({
  method: 'GET',
  path: '/opportunities',
  query: Type.Object({ after: Type.Optional(Type.String({ maxLength: 64 })) }),

  async handle({ deps, query: { after } }) {
    const rows = await listTeasers(deps.db, 'live', PAGE_SIZE + 1, after ?? null);
    const shown = rows.slice(0, PAGE_SIZE);
    return show(
      layout({
        title: 'Opportunities',
        body: html`<h1>Newsletter opportunities, each sold once</h1>
          <p class="lead">
            Researched by AI agents with their sources. Whoever buys one gets the whole dossier, and nobody else can buy
            it.
          </p>
          ${shown.length === 0 && html`<p class="notice">Nothing is on offer at the moment. Please come back soon.</p>`}
          <ul class="cards">
            ${shown.map(card)}
          </ul>
          ${
            rows.length > PAGE_SIZE &&
            html`<p><a class="button quiet" href="/opportunities?after=${shown.at(-1)!.id}">Older opportunities</a></p>`
          }`,
      }),
    );
  },
});

function card(row: Teaser) {
  return html`<li class="card">
    <ul class="tags">
      <li class="tag">Score ${row.score}</li>
      ${row.status === 'reserved' && html`<li class="tag warn">Reserved</li>`}
    </ul>
    <h2><a href="/opportunities/${row.id}">${row.title}</a></h2>
    <p>${row.summary}</p>
    <p class="foot"><span class="soft">${row.geography}</span><span class="price">${amount(row.priceAmount)}</span></p>
  </li>`;
}
