import { html, type Fragment, type Markup } from '../../../base/html';
import type { DossierModel } from '../model/dossier-model';
import type { PortfolioModel } from '../model/portfolio-model';
import type { SummaryModel } from '../model/summary-model';
import { chart, chip, prose, section, table } from './parts';

export function head(model: DossierModel): Markup {
  return html`<header>
    ${[model.banner, model.closed].map((text) => text && html`<p class="banner" role="note">${text}</p>`)}
    <p class="eyebrow">Newsletter Opportunity Intelligence <b>· ${model.kind}</b></p>
    <h1 dir="auto">${model.title}</h1>
    <p class="purpose">${model.purpose}</p>
    <dl class="meta">
      ${model.facts.map(({ label, value }) => fact(label, value))}
      ${fact('Date', html`<time datetime="${model.generated.iso}">${model.generated.date}</time>`)}
    </dl>
  </header>`;
}

/** Executive summary of an Idea Check or an opportunity. For a search, shows its figures and best candidates. */
export function executiveSummary({ summary, portfolio }: DossierModel): Fragment {
  if (summary) {
    const body = [verdictBox(summary), figures(summary), forAndAgainst(summary), firstStep(summary)];
    return section('summary', 'Executive summary', body);
  }
  return portfolio && overview(portfolio);
}

export function changes({ changes: model }: DossierModel): Fragment {
  if (!model) return null;
  const { title, lead, columns, rows, caption, note } = model;
  return section(
    'changes',
    title,
    html`<p>${lead}</p>
      ${rows.length > 0 && table(columns, rows, { caption })} ${note && html`<p class="soft">${note}</p>`}`,
  );
}

/** Maximum number of ideas listed beside the map. The table below lists all of them. */
const MOST_AT_A_GLANCE = 10;

/** All ideas of a search by score and effort, with the reason why the first one leads. */
function overview({ overview: { figures: shown, map, places }, why }: PortfolioModel): Markup {
  return section(
    'summary',
    'The ranking at a glance',
    html`${figures({ figures: shown })}
      <div class="glance">
        <div>
          ${chart(map)}
          <p class="soft" aria-hidden="true">Best is top left: a high score for little work.</p>
          ${
            why &&
            html`<h3 class="sub">Why number 1 comes before number 2</h3>
              <p><bdi>“${why.first}”</bdi> ${why.lead} <bdi>“${why.second}”</bdi>.</p>
              <ul>
                ${why.reasons.map((reason) => html`<li>${reason}</li>`)}
              </ul>`
          }
        </div>
        <div>
          <ol>
            ${places.slice(0, MOST_AT_A_GLANCE).map(
              ({ rank, title, score, label, tone, effort }) =>
                html`<li dir="auto">
                  <a href="#candidate-${rank}">${title}</a><br />${chip([score, ' · ', label], tone)}
                  <span class="soft">${effort} effort</span>
                </li>`,
            )}
          </ol>
          ${places.length > MOST_AT_A_GLANCE && html`<p><a href="#comparison">All ${places.length} ideas, compared</a></p>`}
        </div>
      </div>`,
  );
}

export function verdictBox(
  summary: Pick<SummaryModel, 'tone' | 'ring' | 'label' | 'confidence' | 'payWarning' | 'meaning' | 'rationale'>,
): Markup {
  return html`<div class="verdict tone-${summary.tone}">
    ${chart(summary.ring, 'ring')}
    <div>
      <p class="call">
        <span class="badge"><span class="vh">Verdict: </span>${summary.label}</span>
        ${chip([summary.confidence.label, ' confidence'])} ${summary.payWarning && chip(summary.payWarning, 'bad')}
      </p>
      <p class="meaning">${summary.meaning}</p>
      ${summary.rationale.map(prose)}
    </div>
  </div>`;
}

export function figures({ figures: shown }: Pick<SummaryModel, 'figures'>): Markup {
  return html`<dl class="figures">
    ${shown.map(
      ({ value, label }) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

export function forAndAgainst({ sides }: SummaryModel): Markup {
  return html`<div class="sides">
    ${sides.map(
      ({ title, points }) =>
        html`<div>
          <h3>${title}</h3>
          ${
            points.length === 0
              ? html`<p class="soft">No score reaches 50 of 100.</p>`
              : html`<ul>
                  ${points.map(({ label, text }) => html`<li><b>${label}.</b> <bdi>${text}</bdi></li>`)}
                </ul>`
          }
        </div>`,
    )}
  </div>`;
}

export function firstStep({ firstStep: step }: SummaryModel): Fragment {
  if (!step) return null;
  return html`<p class="first-step">
    <b>First step (${step.effort.toLowerCase()}):</b> <bdi>${step.action}</bdi><br /><span class="soft"
      >Done when:</span
    >
    <bdi>${step.successMetric}</bdi>
  </p>`;
}

function fact(label: string, value: Fragment): Markup {
  return html`<div>
    <dt>${label}</dt>
    <dd dir="auto">${value}</dd>
  </div>`;
}
