import { html, type Fragment, type Markup } from '../html';
import type { DossierModel } from './dossier-model';
import { rangeBar, scoreChart } from './html-charts';

const SEVERITY_TONE = { 1: 'tone-good', 2: 'tone-mid', 3: 'tone-bad' } as const;

/** Chart of the seven scores and how to read it. */
export function profile({ dimensions: scored }: DossierModel): Markup {
  return section(
    'profile',
    'Score profile',
    html`<div class="profile">
      <figure>${scoreChart(scored)}</figure>
      <div class="key">
        <p><b>Higher is better</b> for the operator on every scale, also for competition and risk.</p>
        <p>
          <b>Dots</b> show how sure the research is: ${confidence({ label: 'Low', rank: 1 })},
          ${confidence({ label: 'Medium', rank: 2 })}, ${confidence({ label: 'High', rank: 3 })}.
        </p>
        <p>The reasons and sources of every score follow below.</p>
      </div>
    </div>`,
  );
}

/** What a search found, each with its verdict; nothing on an Idea Check. */
export function candidates({ candidates: found }: DossierModel): Fragment {
  if (found.length === 0) return null;
  return section(
    'candidates',
    'Candidates',
    html`<div class="rows">
      ${found.map(
        ({ title, idea, score, verdict, confidence: sure, effort, rationale }) =>
          html`<div>
            <div class="head">
              <h3 dir="auto">${title}</h3>
              <span class="chip ${SEVERITY_TONE[verdict.rank]}">${verdict.label}, ${score} of 100</span>
            </div>
            <p class="prose" dir="auto">${idea}</p>
            <p class="prose soft" dir="auto">${rationale}</p>
            <div class="tags">
              <span class="chip">${confidence(sure)} confidence</span>
              <span class="chip">${effort.label} effort</span>
            </div>
          </div>`,
      )}
    </div>`,
  );
}

/** One row a dimension: score, question, reasons, basis and sources. */
export function dimensions({ dimensions: scored }: DossierModel): Markup {
  return section(
    'scores',
    'Scores in detail',
    html`<div class="rows">
      ${scored.map(
        (dimension) =>
          html`<div class="dimension">
            <div>
              <h3>${dimension.label}</h3>
              <p class="score">${dimension.score} <small>of 100</small></p>
              <p class="soft">${dimension.question}</p>
            </div>
            <div>
              <p class="prose" dir="auto">${dimension.rationale}</p>
              <div class="tags">
                <span class="chip">${confidence(dimension.confidence)} confidence</span>
                <span class="chip">Basis: ${dimension.basis}</span>
                ${cites(dimension.citations)}
              </div>
            </div>
          </div>`,
      )}
    </div>`,
  );
}

/** Who would read it. */
export function segments({ segments: readers }: DossierModel): Markup {
  return section(
    'audience',
    'Audience segments',
    html`<div class="cards">
      ${readers.map(
        ({ name, description, size, citations }) =>
          html`<div class="card">
            <h3 dir="auto">${name}</h3>
            <p dir="auto">${description}</p>
            <div class="tags">
              <span><span class="soft">Size:</span> <bdi>${size ?? 'not known'}</bdi></span
              >${cites(citations)}
            </div>
          </div>`,
      )}
    </div>`,
  );
}

/** Who is there already; says so where the research found nobody. */
export function competitors({ competitors: rivals }: DossierModel): Markup {
  const row = ({ name, url, host, positioning, strength, gap, citations }: DossierModel['competitors'][number]) =>
    html`<tr role="row">
      <th scope="row" role="rowheader" dir="auto">
        ${name}${url && html` <span class="host">${link(url, host)}</span>`}
      </th>
      <td role="cell" data-label="Positioning" dir="auto">${positioning} ${cites(citations)}</td>
      <td role="cell" data-label="Strength" dir="auto">${strength}</td>
      <td role="cell" data-label="Gap" dir="auto">${gap}</td>
    </tr>`;
  return section(
    'competitors',
    'Competitors',
    rivals.length === 0
      ? html`<p>
          The research found no direct competitor. That can mean open ground, or that nobody has made it pay yet.
        </p>`
      : html`<table role="table">
          <caption>
            What each does well and what it leaves open
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              ${['Competitor', 'Positioning', 'Strength', 'Gap'].map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}
            </tr>
          </thead>
          <tbody role="rowgroup">
            ${rivals.map(row)}
          </tbody>
        </table>`,
  );
}

/** Monthly income ranges on one common scale. */
export function monetization({ monetization: incomes }: DossierModel): Markup {
  return section(
    'monetization',
    'Monetization',
    html`<p class="lead">Income a month in US dollars, from a cautious to an optimistic case, all on one scale.</p>
      <div class="rows">
        ${incomes.map(
          ({ model, low, high, from, to, assumptions }) =>
            html`<div class="money">
              <h3 dir="auto">${model}</h3>
              <span class="range">${low} – ${high}</span>
              ${rangeBar({ from, to })}
              <ul aria-label="Assumptions">
                ${assumptions.map((assumption) => html`<li dir="auto">${assumption}</li>`)}
              </ul>
            </div>`,
        )}
      </div>`,
  );
}

/** How to reach readers. */
export function channels({ channels: ways }: DossierModel): Markup {
  return section(
    'channels',
    'Acquisition channels',
    html`<div class="rows">
      ${ways.map(
        ({ name, approach, cost, citations }) =>
          html`<div>
            <div class="head">
              <h3 dir="auto">${name}</h3>
              <span class="chip ${SEVERITY_TONE[cost.rank]}">${cost.label} cost</span>
            </div>
            <p dir="auto">${approach} ${cites(citations)}</p>
          </div>`,
      )}
    </div>`,
  );
}

/** What can go wrong and what to do about it. */
export function risks({ risks: dangers }: DossierModel): Markup {
  return section(
    'risks',
    'Risks',
    html`<div class="rows">
      ${dangers.map(
        ({ title, severity, mitigation }) =>
          html`<div>
            <div class="head">
              <h3 dir="auto">${title}</h3>
              <span class="chip ${SEVERITY_TONE[severity.rank]}">${severity.label} severity</span>
            </div>
            <p dir="auto">${mitigation}</p>
          </div>`,
      )}
    </div>`,
  );
}

/** What to do first, and how to tell that it worked. */
export function nextSteps({ nextSteps: steps }: DossierModel): Markup {
  return section(
    'next-steps',
    'Next steps',
    html`<ol class="rows steps">
      ${steps.map(
        ({ action, effort, successMetric }) =>
          html`<li>
            <div class="head">
              <h3 dir="auto">${action}</h3>
              <span class="chip">${effort}</span>
            </div>
            <p dir="auto"><span class="soft">Done when:</span> <bdi>${successMetric}</bdi></p>
          </li>`,
      )}
    </ol>`,
  );
}

/** A section with its heading; `id` names it for links. */
export function section(id: string, title: string, body: Fragment): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-h">
    <h2 id="${id}-h">${title}</h2>
    ${body}
  </section>`;
}

/** Links to the numbered evidence, nothing where nothing is cited. */
export function cites(numbers: number[]): Fragment {
  if (numbers.length === 0) return null;
  return html`<span class="cites"
    >${numbers.map((number) => html`<a href="#evidence-${number}" aria-label="Evidence ${number}">[${number}]</a> `)}</span
  >`;
}

/** A link out of the dossier. `url` must come from `webAddress`. */
export function link(url: string, text: string | null): Markup {
  return html`<a href="${url}" rel="noopener noreferrer nofollow">${text ?? url}</a>`;
}

function confidence({ label, rank }: { label: string; rank: number }): Markup {
  return html`<span class="dots" aria-hidden="true">${'●'.repeat(rank)}${'○'.repeat(3 - rank)}</span> ${label}`;
}
