import { html, type Fragment } from '../../platform/html';
import type { ResearchModel } from '../model/research-model';
import { chart, cites, section, table } from './parts';

/** First year in three cases: chart, results, assumptions; empty without economics. */
export function economics(model: ResearchModel['economics']): Fragment {
  if (!model) return null;
  const figure = (value: string) => html`<span class="figure">${value}</span>`;
  return section(
    'economics',
    'Unit economics of the first year',
    html`<p class="lead" dir="auto">${model.model}</p>
      ${chart(model.chart, 'chart wide')}
      ${table(
        ['', ...model.cases],
        model.results.map(({ label, values }) => ({ head: label, cells: values.map(figure) })),
        {
          caption: 'Computed by us from the assumptions below; a ring in the chart marks the month of breaking even',
          className: 'cases',
        },
      )}
      <h3 class="sub">Assumptions</h3>
      ${table(
        ['Assumption', ...model.cases, 'Why'],
        model.assumptions.map(({ label, values, basis, note, citations }) => ({
          head: label,
          cells: [...values.map(figure), [html`<span class="soft">${basis}:</span> `, note, ' ', cites(citations)]],
        })),
        { caption: 'What the three cases rest on', className: 'cases' },
      )}`,
  );
}
