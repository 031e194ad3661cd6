import { html, type Fragment, type Markup } from '../../platform/html';
import type { ResearchModel } from '../model/research-model';
import { chart, cites, foldedPart, section, table } from './parts';

/** First year in three cases: chart, results, assumptions; empty without economics. */
export function economics(model: ResearchModel['economics']): Fragment {
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
