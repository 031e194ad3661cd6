import { html, type Fragment, type Markup } from '../../../base/html';
import type { ResearchModel } from '../model/research-model';
import { comparables, sponsors, trend } from './depth';
import { chart, cites, confidence, link, foldedSection, section, table, foldedPart } from './parts';

/** The first sections about an idea, from its scores to its economics. */
export function researchSections(model: ResearchModel): Fragment {
  return [
    profile(model),
    dimensions(model),
    audience(model),
    trend(model),
    competitors(model),
    comparables(model),
    monetization(model),
    sponsors(model),
    economics(model.economics),
  ];
}

function profile({ profile: drawn }: ResearchModel): Markup {
  return section(
    'profile',
    'Scores at a glance',
    html`<div class="profile">
      ${chart(drawn)}
      <div class="key">
        <p><b>Higher is better</b> on every score, including competition and risk.</p>
        <p>
          <b>Dots</b> show confidence: ${confidence({ label: 'Low', rank: 1 })},
          ${confidence({ label: 'Medium', rank: 2 })}, ${confidence({ label: 'High', rank: 3 })}.
        </p>
        <p>Reasons and sources follow.</p>
      </div>
    </div>`,
  );
}

function dimensions({ dimensions: scored }: ResearchModel): Markup {
  return foldedSection(
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
              <p class="tags soft">
                ${confidence(dimension.confidence)} confidence · ${dimension.basis} ${cites(dimension.citations)}
              </p>
            </div>
          </div>`,
      )}
    </div>`,
  );
}

function audience({ segments, sizing }: ResearchModel): Markup {
  return foldedSection(
    'audience',
    'Audience',
    html`<div class="cards">
        ${segments.map(
          ({ name, description, size, citations }) =>
            html`<div class="card">
              <h3 dir="auto">${name}</h3>
              <p dir="auto">${description}</p>
              <div class="tags">
                ${size && html`<span><span class="soft">Size:</span> <bdi>${size}</bdi></span>`}${cites(citations)}
              </div>
            </div>`,
        )}
      </div>
      ${sizing && sizingTable(sizing)}`,
  );
}

function sizingTable({ who, people, factors }: NonNullable<ResearchModel['sizing']>): Markup {
  return html`<h3 class="sub">Size of the audience</h3>
    ${table(
      ['Step', 'Number', 'Basis'],
      [
        ...factors.map(({ label, amount, basis, citations }) => ({
          head: label,
          cells: [html`<span class="figure">${amount}</span>`, [basis, ' ', cites(citations)]],
        })),
        { head: html`<b>${who}</b>`, cells: [html`<b class="figure">${people}</b>`, 'All steps multiplied'] },
      ],
      { caption: 'Each step narrows the one before it', className: 'sizing' },
    )}`;
}

const NO_RIVALS = html`<p>We found no direct competitor. Either the field is open, or nobody has made it pay yet.</p>`;

function competitors({ competitors: rivals, competitorMap }: ResearchModel): Markup {
  if (rivals.length === 0) return foldedSection('competitors', 'Competitors', NO_RIVALS);
  return foldedSection(
    'competitors',
    'Competitors',
    html`${competitorMap && [chart(competitorMap, 'chart narrow'), html`<p class="soft">Competitors with a known price and number of readers.</p>`]}
    ${table(
      ['Competitor', 'Positioning', 'Strength', 'Gap'],
      rivals.map(({ number, name, url, host, facts, positioning, strength, gap, citations }) => ({
        head: html`<span class="mark">${number}</span>
          ${name}${url && html` <span class="host">${link(url, host)}</span>`}
          ${facts.length > 0 && html`<span class="host soft">${facts.join(' · ')}</span>`}`,
        cells: [[positioning, ' ', cites(citations)], strength, gap],
      })),
      { caption: 'What each does well, and the gap it leaves' },
    )}`,
  );
}

function monetization({ monetization: incomes }: ResearchModel): Markup {
  return foldedSection(
    'monetization',
    'Monetization',
    html`<p class="lead">Monthly income in US dollars, from the cautious to the optimistic case.</p>
      <div class="rows">
        ${incomes.map(
          ({ model, low, high, from, to, assumptions }) =>
            html`<div class="money">
              <h3 dir="auto">${model}</h3>
              <span class="range">${low} – ${high}</span>
              <svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">
                <rect y="2" width="1000" height="10" fill="var(--track)" />
                <rect
                  x="${Math.min(from, 992)}"
                  y="2"
                  width="${Math.max(8, to - from)}"
                  height="10"
                  fill="var(--accent)"
                />
              </svg>
              <ul aria-label="Assumptions">
                ${assumptions.map((assumption) => html`<li dir="auto">${assumption}</li>`)}
              </ul>
            </div>`,
        )}
      </div>`,
  );
}

/** The first year in three cases: chart, results and assumptions. Empty if the findings have no economics. */
function economics(model: ResearchModel['economics']): Fragment {
  if (!model) return null;
  return section(
    'economics',
    'The first year in numbers',
    html`<p class="lead" dir="auto">${model.model}</p>
      ${chart(model.chart, 'chart wide')}
      ${foldedPart(
        'Three cases',
        table(
          ['', ...model.cases],
          model.results.map(({ label, values }) => ({ head: label, cells: values.map(figure) })),
          {
            caption: 'Computed from the assumptions below; a ring in the chart marks the month that breaks even',
            className: 'cases',
          },
        ),
      )}
      ${model.sensitivity.length > 0 && sensitivity(model.sensitivity)}
      ${foldedPart(
        'Assumptions',
        table(
          ['Assumption', ...model.cases, 'Why'],
          model.assumptions.map(({ label, values, basis, note, citations }) => ({
            head: label,
            cells: [...values.map(figure), [html`<span class="soft">${basis}:</span> `, note, ' ', cites(citations)]],
          })),
          { caption: 'Behind the three cases', className: 'cases' },
        ),
      )}`,
  );
}

const figure = (value: string) => html`<span class="figure">${value}</span>`;

function sensitivity(rows: NonNullable<ResearchModel['economics']>['sensitivity']): Markup {
  return foldedPart(
    'What decides the result',
    table(
      ['Assumption', 'Likely value', 'If cautious', 'If optimistic', 'Breaks even at'],
      rows.map(({ label, likely, results, breakEven }) => ({
        head: label,
        cells: [likely, ...results, breakEven].map(figure),
      })),
      {
        caption:
          'Result of the likely year when only one assumption changes, and the value at which the year breaks even',
        className: 'cases hinges',
      },
    ),
  );
}
