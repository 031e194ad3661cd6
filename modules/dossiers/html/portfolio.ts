import { html, Markup, type Fragment } from '../../../base/html';
import type { PortfolioModel } from '../model/portfolio-model';
import { candidateEvidence } from './evidence';
import { figures, firstStep, forAndAgainst, verdictBox } from './front';
import { chart, chip, foldedSection, section, type Section } from './parts';

/** Additional CSS for a portfolio. The text is constant, so it needs no escaping. */
export const PORTFOLIO_STYLE = new Markup(`
.compare{overflow-x:auto}.compare table{min-width:820px}.compare table,.compare tbody,.compare thead,.compare tr,.compare td,.compare th{position:static}
.compare td,.compare thead th:nth-child(n+3){text-align:end;font-variant-numeric:tabular-nums;padding-right:8px}
.compare thead th{vertical-align:bottom;font-size:.7rem;line-height:1.25}.compare table{font-size:.88rem}.compare td,.compare thead th{overflow-wrap:normal}.compare td{white-space:nowrap}
.compare tbody th[scope=row]{width:30%}.compare td:first-of-type{font-weight:600}
.compare .bar{display:block;width:72px;height:6px;border-radius:3px;background:var(--track);margin:5px 0 0 auto;overflow:hidden}
.compare .bar svg{display:block;width:100%;height:100%;stroke:var(--accent);stroke-width:6}
.compare .heat{display:inline-block;min-width:2.3em;padding:1px 5px;border-radius:5px;text-align:center}
.heat.tone-good,.heat.tone-mid,.heat.tone-bad{background:var(--tone-soft);color:var(--tone)}
.glance{display:grid;grid-template-columns:minmax(0,1.15fr) minmax(0,1fr);gap:28px;margin:22px 0}.glance .sub{margin-top:20px}.glance ul{margin-top:6px}.glance li{margin:0 0 5px}.glance ol{font-size:.94rem;padding-inline-start:1.6em}.glance ol>li{margin:0 0 9px;line-height:1.4}.glance li::marker{color:var(--accent);font-weight:600}.glance li .chip{margin-inline:4px}
.rank{color:var(--accent);font-weight:600;margin-inline-end:.4em}
.weights{margin-top:14px;font-size:.87rem}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1.15fr);gap:24px;align-items:center;margin:22px 0}
.folded>.prose+.verdict{margin-top:16px}.folded>.tags{margin-top:16px}h2 .chip{vertical-align:.3em}
.pair.single{grid-template-columns:minmax(0,460px)}
@media (max-width:700px){.pair,.glance{grid-template-columns:minmax(0,1fr)}.compare table{min-width:0}
.compare tr{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:2px 8px;padding:9px 0}.compare tbody th[scope=row]{grid-column:1/-1;width:auto}
.compare td{text-align:start;padding:0 0 2px;white-space:normal}.compare td::before{font-size:.7rem;white-space:nowrap;overflow:hidden;text-overflow:ellipsis}.compare .bar{margin-left:0}.compare .scale{display:none}.compare thead{position:absolute}}
@media print{.compare{overflow:visible}.compare table{min-width:0;font-size:8.5pt}}
`);

/** Compares all candidates, then shows each of them in rank order. */
export function portfolioSections(portfolio: PortfolioModel): Fragment {
  return [comparison(portfolio), portfolio.candidates.map(candidate)];
}

function comparison(portfolio: PortfolioModel): Markup {
  const hasEconomics = portfolio.ranking.some(({ breakEven }) => breakEven !== null);
  const columns = ['Score', ...portfolio.columns, 'Effort', ...(hasEconomics ? ['Breaks even', 'Per hour'] : [])];
  return section(
    'comparison',
    'Ranked portfolio',
    html`<p class="lead">${portfolio.lead}</p>
      <div class="compare" tabindex="0" role="region" aria-label="Comparison of the ideas">
        <table role="table">
          <caption>
            Scores from 0 to 100, higher is better. Effort is the work for one
            issue.${hasEconomics && ' Break-even and pay per hour: likely case.'}
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th scope="col" role="columnheader">Idea</th>
              ${columns.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${portfolio.ranking.map((row) => comparisonRow(row, columns, hasEconomics))}
          </tbody>
        </table>
      </div>
      ${weights(portfolio)} ${exclusions(portfolio)}`,
  );
}

function comparisonRow(row: PortfolioModel['ranking'][number], columns: string[], hasEconomics: boolean): Markup {
  const { rank, title, score, length, scores, effort, breakEven, perHour } = row;
  const bar = html`<span class="bar" aria-hidden="true"
    ><svg viewBox="0 0 1000 6" preserveAspectRatio="none"><path d="M0 3h${length}" /></svg
  ></span>`;
  const isScale = (place: number) => place > 0 && place <= scores.length;
  const cells: Fragment[] = [
    html`<span>${score}</span>${bar}`,
    ...scores.map((value) => html`<span class="heat tone-${toneOf(value)}">${value}</span>`),
    effort.label,
    ...(hasEconomics ? [breakEven ?? '–', perHour ?? '–'] : []),
  ];
  return html`<tr role="row">
    <th scope="row" role="rowheader" dir="auto">
      <span class="rank">${rank}.</span> <a href="#candidate-${rank}">${title}</a>
    </th>
    ${cells.map(
      (cell, i) =>
        html`<td role="cell" ${isScale(i) ? new Markup('class="scale"') : html`data-label="${columns[i]}"`}>
          ${cell}
        </td>`,
    )}
  </tr>`;
}

/** Color of a score, with the same thresholds as the recommendations. */
function toneOf(score: number): 'good' | 'mid' | 'bad' {
  return score >= 70 ? 'good' : score >= 45 ? 'mid' : 'bad';
}

function weights({ weights: shares, tieBreak }: PortfolioModel): Fragment {
  if (shares.length === 0) return null;
  return html`<p class="soft weights">Weights: ${shares.join(', ')}. A tie goes to ${tieBreak}.</p>`;
}

function exclusions({ excluded }: PortfolioModel): Fragment {
  if (excluded.length === 0) return null;
  return html`<h3 class="sub">Not ranked</h3>
    <ul class="limits">
      ${excluded.map(({ title, reason }) => html`<li><bdi>${title}</bdi>: ${reason}</li>`)}
    </ul>`;
}

function candidate(model: PortfolioModel['candidates'][number]): Section {
  const { rank, title, idea, effort, summary, profile, economics, competitors, evidence, limitations } = model;
  return foldedSection(
    `candidate-${rank}`,
    html`<span class="rank">${rank}.</span>
      <bdi>${title}</bdi> ${chip([summary.score, ' · ', summary.label], summary.tone)}`,
    html`<p class="prose" dir="auto">${idea}</p>
      ${verdictBox(summary)} ${figures(summary)}
      <div class="${economics ? 'pair' : 'pair single'}">${chart(profile)} ${economics && chart(economics)}</div>
      ${forAndAgainst(summary)} ${firstStep(summary)}
      <p class="tags">
        ${chip([effort.label, ' effort'])}
        ${competitors.length > 0 && html`<span dir="auto"><span class="soft">Competitors:</span> ${competitors.join('; ')}</span>`}
      </p>
      ${candidateEvidence(evidence)}
      ${
        limitations.length > 0 &&
        html`<details>
          <summary>Limitations</summary>
          <ul class="limits">
            ${limitations.map((limitation) => html`<li dir="auto">${limitation}</li>`)}
          </ul>
        </details>`
      }`,
    `${rank}. ${title}`,
  );
}
