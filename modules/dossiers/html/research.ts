import { html, type Fragment, type Markup } from '../../../base/html';
import type { ResearchModel } from '../model/research-model';
import { comparables, sponsors, trend } from './depth';
import { chart, chip, cites, confidence, link, foldedSection, section, table, foldedPart } from './parts';

/** Sections of one idea up to its economics. */
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
    'Score profile',
    html`<div class="profile">
      ${chart(drawn)}
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
              <div class="tags">
                ${chip([confidence(dimension.confidence), ' confidence'])} ${chip(['Basis: ', dimension.basis])}
                ${cites(dimension.citations)}
              </div>
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
  return html`<h3 class="sub">How many there are</h3>
    ${table(
      ['Step', 'Number', 'Basis'],
      [
        ...factors.map(({ label, amount, basis, citations }) => ({
          head: label,
          cells: [html`<span class="figure">${amount}</span>`, [basis, ' ', cites(citations)]],
        })),
        { head: html`<b>${who}</b>`, cells: [html`<b class="figure">${people}</b>`, 'Product of the steps'] },
      ],
      { caption: 'Each step is a share of the one before it', className: 'sizing' },
    )}`;
}

const NO_RIVALS = html`<p>
  The research found no direct competitor. That can mean open ground, or that nobody has made it pay yet.
</p>`;

function competitors({ competitors: rivals, competitorMap }: ResearchModel): Markup {
  if (rivals.length === 0) return foldedSection('competitors', 'Competitors', NO_RIVALS);
  return foldedSection(
    'competitors',
    'Competitors',
    html`${competitorMap && chart(competitorMap, 'chart narrow')}
    ${table(
      ['Competitor', 'Positioning', 'Strength', 'Gap'],
      rivals.map(({ number, name, url, host, facts, positioning, strength, gap, citations }) => ({
        head: html`<span class="mark">${number}</span>
          ${name}${url && html` <span class="host">${link(url, host)}</span>`}
          ${facts.length > 0 && html`<span class="host soft">${facts.join(' · ')}</span>`}`,
        cells: [[positioning, ' ', cites(citations)], strength, gap],
      })),
      { caption: 'What each does well and what it leaves open' },
    )}`,
  );
}

function monetization({ monetization: incomes }: ResearchModel): Markup {
  return foldedSection(
    'monetization',
    'Monetization',
    html`<p class="lead">Income a month in US dollars, from a cautious to an optimistic case, all on one scale.</p>
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

/** First year in three cases: chart, results, assumptions; empty without economics. */
function economics(model: ResearchModel['economics']): Fragment {
  if (!model) return null;
  return section(
    'economics',
    'Unit economics of the first year',
    html`<p class="lead" dir="auto">${model.model}</p>
      ${chart(model.chart, 'chart wide')}
      ${foldedPart(
        'The three cases in figures',
        table(
          ['', ...model.cases],
          model.results.map(({ label, values }) => ({ head: label, cells: values.map(figure) })),
          {
            caption: 'Computed by us from the assumptions below; a ring in the chart marks the month of breaking even',
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
          { caption: 'What the three cases rest on', className: 'cases' },
        ),
      )}`,
  );
}

const figure = (value: string) => html`<span class="figure">${value}</span>`;

function sensitivity(rows: NonNullable<ResearchModel['economics']>['sensitivity']): Markup {
  return foldedPart(
    'What the result hangs on',
    table(
      ['Assumption', 'Likely value', 'Year if cautious', 'Year if optimistic', 'No loss from'],
      rows.map(({ label, likely, results, breakEven }) => ({
        head: label,
        cells: [likely, ...results, breakEven].map(figure),
      })),
      {
        caption:
          'Computed by us: the likely year where one assumption alone changes, and its value at which no loss is made',
        className: 'cases hinges',
      },
    ),
  );
}
