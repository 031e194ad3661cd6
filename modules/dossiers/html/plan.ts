import { html, type Fragment, type Markup } from '../../../base/html';
import type { ResearchModel } from '../model/research-model';
import { changes, costPerReader, names, sampleIssue, signalAndStop } from './depth';
import { chart, chip, cites, foldedSection, headed, section, type Section } from './parts';

/** Sections on how to start: channels, risks, issues, names, calendar, and findings that would change the verdict. */
export function planSections(model: ResearchModel): Fragment {
  return [
    channels(model),
    risks(model),
    firstIssues(model),
    sampleIssue(model),
    names(model),
    calendar(model),
    changes(model),
  ];
}

function channels({ channels: ways }: ResearchModel): Markup {
  return foldedSection(
    'channels',
    'Where to find readers',
    html`<div class="rows">
      ${ways.map(
        (way) =>
          html`<div>
            ${headed(way.name, chip([way.cost.label, ' cost'], way.cost.tone))}
            <p dir="auto">${way.approach} ${cites(way.citations)}</p>
            ${costPerReader(way)}
          </div>`,
      )}
    </div>`,
  );
}

function risks({ risks: dangers, riskMatrix }: ResearchModel): Markup {
  return foldedSection(
    'risks',
    'Risks',
    html`<div class="${riskMatrix ? 'beside' : ''}">
      ${riskMatrix && chart(riskMatrix, 'chart narrow')}
      <div class="rows">
        ${dangers.map(
          (risk) =>
            html`<div>
              ${headed(html`<span class="mark">${risk.number}</span> ${risk.title}`, chip(risk.placed ?? [risk.severity.label, ' severity'], risk.severity.tone))}
              <p dir="auto">${risk.mitigation}</p>
              ${signalAndStop(risk)}
            </div>`,
        )}
      </div>
    </div>`,
  );
}

function firstIssues({ firstIssues: issues }: ResearchModel): Fragment {
  if (issues.length === 0) return null;
  return foldedSection(
    'first-issues',
    'The first issues',
    html`<div class="cards">
      ${issues.map(
        ({ title, outline }, i) =>
          html`<div class="card">
            <p class="soft">Issue ${i + 1}</p>
            <h3 dir="auto">${title}</h3>
            <ul>
              ${outline.map((line) => html`<li dir="auto">${line}</li>`)}
            </ul>
          </div>`,
      )}
    </div>`,
  );
}

function calendar({ calendar: periods }: ResearchModel): Fragment {
  if (periods.length === 0) return null;
  return foldedSection(
    'calendar',
    'The first 90 days',
    html`<ol class="calendar">
      ${periods.map(
        ({ days, goal, actions }) =>
          html`<li>
            <p class="days">${days}</p>
            <div>
              <h3 dir="auto">${goal}</h3>
              <ul>
                ${actions.map((action) => html`<li dir="auto">${action}</li>`)}
              </ul>
            </div>
          </li>`,
      )}
    </ol>`,
  );
}

export function nextSteps({ nextSteps: steps }: ResearchModel): Section {
  return section(
    'next-steps',
    'What to do next',
    html`<p class="lead">In this order. If a step misses its mark, rework the idea before the next one.</p>
      <ol class="rows steps">
        ${steps.map(
          ({ action, effort, successMetric }) =>
            html`<li>
              ${headed(action, chip(effort))}
              <p dir="auto"><span class="soft">Done when:</span> <bdi>${successMetric}</bdi></p>
            </li>`,
        )}
      </ol>`,
  );
}
