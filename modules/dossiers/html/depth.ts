import { html, type Fragment, type Markup } from '../../../base/html';
import type { ResearchModel } from '../model/research-model';
import { chart, chip, cites, foldedSection, headed, link, prose, table } from './parts';

export function trend({ trend: course }: ResearchModel): Fragment {
  if (!course) return null;
  return foldedSection(
    'trend',
    'Interest over time',
    html`<p class="lead" dir="auto">${course.counted}, in ${course.unit} ${cites(course.citations)}</p>
      ${chart(course.chart, 'chart wide')}
      <p dir="auto">${course.reading}</p>
      ${course.worked.map((worked) => html`<p class="soft">${worked}</p>`)}`,
  );
}

export function comparables({ comparables: letters }: ResearchModel): Fragment {
  if (letters.length === 0) return null;
  return foldedSection(
    'comparables',
    'Comparable newsletters',
    table(
      ['Newsletter', 'Why it compares', 'Readers', 'Opens', 'Price'],
      letters.map(({ name, url, host, likeness, readers, opens, price }) => ({
        head: [name, url && html` <span class="host">${link(url, host)}</span>`],
        cells: [likeness, figure(readers), figure(opens), figure(price)],
      })),
      { caption: 'Every figure comes from the source cited beside it' },
    ),
  );
}

type Figure = ResearchModel['comparables'][number]['readers'];

function figure({ value, worked, citations }: Figure): Markup {
  return html`<span class="figure">${value}</span>
    ${cites(citations)}${worked && html` <span class="soft">${worked}</span>`}`;
}

export function sponsors({ sponsors: companies }: ResearchModel): Fragment {
  if (companies.length === 0) return null;
  return foldedSection(
    'sponsors',
    'Likely sponsors',
    table(
      ['Company', 'Where it advertises', 'Per 1,000 opens', 'Why this price'],
      companies.map(({ name, url, host, advertises, citations, price, note }) => ({
        head: [name, url && html` <span class="host">${link(url, host)}</span>`],
        cells: [[advertises, ' ', cites(citations)], figure(price), note ?? 'No price was found.'],
      })),
      { caption: 'Companies seen paying to reach similar readers' },
    ),
  );
}

export function costPerReader({ perReader }: ResearchModel['channels'][number]): Fragment {
  if (!perReader) return null;
  const { value, note, citations } = perReader;
  return html`<p class="soft" dir="auto"><b>${value}.</b> ${note} ${cites(citations)}</p>`;
}

export function signalAndStop({ signal, stop }: ResearchModel['risks'][number]): Fragment {
  return [
    signal && html`<p dir="auto"><span class="soft">Warning sign:</span> <bdi>${signal}</bdi></p>`,
    stop && html`<p dir="auto"><span class="soft">Stop by</span> <bdi>${stop}</bdi></p>`,
  ];
}

export function sampleIssue({ sampleIssue: sample }: ResearchModel): Fragment {
  if (!sample) return null;
  const { issue, subject, preview, sections } = sample;
  return foldedSection(
    'sample-issue',
    'A sample issue',
    html`<div class="card">
      <p class="soft">Issue ${issue}, written out</p>
      <h3 dir="auto">${subject}</h3>
      <p class="soft" dir="auto">${preview}</p>
      ${sections.map(
        ({ heading, paragraphs, citations }) =>
          html`<h4 class="sub" dir="auto">${heading}</h4>
            ${paragraphs.map(prose)} ${cites(citations)}`,
      )}
    </div>`,
  );
}

export function names({ names: checked }: ResearchModel): Fragment {
  if (checked.length === 0) return null;
  return foldedSection(
    'names',
    'Possible names',
    html`<p class="lead">Checked at the times shown. Nothing was reserved, and trademarks were not searched.</p>
      <div class="rows">
        ${checked.map(
          ({ name, use, tone, domain, note, at }) =>
            html`<div>
              ${headed(name, chip(use, tone))}
              <p dir="auto">${note}</p>
              <p class="soft">${domain} · ${at}</p>
            </div>`,
        )}
      </div>`,
  );
}

export function changes({ changes: findings }: ResearchModel): Fragment {
  if (findings.length === 0) return null;
  return foldedSection(
    'would-change',
    'What would change the verdict',
    html`<div class="rows">
      ${findings.map(
        ({ finding, to, tone, test }) =>
          html`<div>
            ${headed(finding, chip(['Then: ', to], tone))}
            <p dir="auto"><span class="soft">Test:</span> <bdi>${test}</bdi></p>
          </div>`,
      )}
    </div>`,
  );
}

export function searchLog({ searchLog: log }: ResearchModel): Fragment {
  if (!log) return null;
  return foldedSection(
    'search-log',
    'What we searched',
    html`<p class="lead">${log.summary}</p>
      <details>
        <summary>Every step, in order</summary>
        ${table(
          ['UTC', 'Step', 'Query or page'],
          log.steps.map(({ time, kind, what }) => ({ head: time, cells: [kind, what] })),
          { caption: 'Times by the clock of the agent provider' },
        )}
      </details>`,
  );
}
