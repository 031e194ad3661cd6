import { html, Markup, type Fragment } from '../html';
import { section } from './html-sections';
import type { PortfolioModel } from './portfolio-model';

/** What the portfolio page needs beyond the look of every dossier. Constant, so it needs no escaping. */
export const PORTFOLIO_STYLE = new Markup(`
.ranked{list-style:none;padding:0;margin-bottom:26px}
.ranked li{display:grid;grid-template-columns:2.2em minmax(0,1.3fr) minmax(0,1fr) 3.2em;gap:0 12px;align-items:center;padding:5px 0;break-inside:avoid}
.ranked .n,.ranked .s{font-weight:650;font-variant-numeric:tabular-nums}.ranked .n{color:var(--accent)}.ranked .s{text-align:end}
.ranked svg{width:100%;height:14px;display:block}
.compare{overflow-x:auto}.compare table,.compare tbody,.compare thead,.compare tr,.compare td,.compare th{position:static}
.compare td,.compare thead th:not(:nth-child(2)){text-align:end;font-variant-numeric:tabular-nums;padding-right:6px}
.compare td:last-child,.compare thead th:last-child{text-align:start;padding-left:10px}
.compare th[scope=row]{width:40%}
.weights{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:14px;font-size:.87rem;color:var(--soft)}
.weights b{color:var(--ink);font-weight:600}
@media (max-width:700px){.ranked li{grid-template-columns:2em minmax(0,1fr) 3.2em}.ranked svg{grid-column:2/-1;grid-row:2}}
`);

/** Chart, comparison table, method and exclusions of a search; nothing on an Idea Check. */
export function portfolioPage(portfolio: PortfolioModel | null): Fragment {
  if (!portfolio) return null;
  return section(
    'portfolio',
    'Ranked portfolio',
    html`<p class="lead">${portfolio.lead}</p>
      ${chart(portfolio)} ${comparison(portfolio)} ${method(portfolio)} ${exclusions(portfolio)}`,
  );
}

function chart({ ranking }: PortfolioModel): Markup {
  return html`<ol class="ranked" aria-label="Scores of the candidates, 0 to 100">
    ${ranking.map(
      ({ rank, title, score, length }) =>
        html`<li>
          <span class="n">${rank}.</span><span dir="auto">${title}</span>
          <svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">
            <rect width="1000" height="14" fill="var(--track)" />
            <rect width="${length}" height="14" fill="var(--accent)" />
          </svg>
          <span class="s">${score}</span>
        </li>`,
    )}
  </ol>`;
}

function comparison({ ranking, columns }: PortfolioModel): Markup {
  const head = [
    ...columns.map(
      ({ short, label }) => html`<th scope="col" role="columnheader"><abbr title="${label}">${short}</abbr></th>`,
    ),
    html`<th scope="col" role="columnheader">Effort</th>`,
  ];
  return html`<div class="compare" tabindex="0" role="region" aria-label="Comparison of the candidates">
    <table role="table">
      <caption>
        All candidates on all scales; higher is better, effort is the work for one issue
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">Rank</th>
          <th scope="col" role="columnheader">Candidate</th>
          ${head}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${ranking.map((row) => comparisonRow(row, columns))}
      </tbody>
    </table>
  </div>`;
}

function comparisonRow(
  { rank, title, scores, effort, mainRisk }: PortfolioModel['ranking'][number],
  columns: PortfolioModel['columns'],
): Markup {
  return html`<tr role="row">
    <td role="cell" data-label="Rank">${rank}</td>
    <th scope="row" role="rowheader" dir="auto">
      ${title} ${mainRisk && html`<span class="host soft">Main risk: ${mainRisk}</span>`}
    </th>
    ${scores.map((score, i) => html`<td role="cell" data-label="${columns[i]!.label}">${score}</td>`)}
    <td role="cell" data-label="Effort">${effort.label}</td>
  </tr>`;
}

function method({ columns, tieBreak }: PortfolioModel): Markup {
  return html`<p class="weights">
    <span>Weights:</span> ${columns.map(({ label, weight }) => html`<span>${label} <b>${weight}</b></span> `)}
    <span>Equal scores: ${tieBreak}.</span>
  </p>`;
}

function exclusions({ excluded }: PortfolioModel): Fragment {
  if (excluded.length === 0) return null;
  return html`<h3 style="margin-top:22px">Not ranked</h3>
    <ul class="limits">
      ${excluded.map(({ title, reason }) => html`<li><bdi>${title}</bdi>: ${reason}</li>`)}
    </ul>`;
}
