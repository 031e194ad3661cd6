import { html, type Fragment } from '../../../base/html';
import type { ExclusivityModel } from '../model/exclusivity-model';
import { figures } from './front';
import { cites, foldedPart, section, table } from './parts';

export function exclusivitySection(model: ExclusivityModel | null): Fragment {
  if (!model) return null;
  return section(
    'exclusivity',
    'What exclusivity is worth',
    html`<p class="lead">${model.lead}</p>
      ${model.figures.length > 1 && figures(model)} ${comparables(model)} ${sponsors(model)} ${years(model)}
      ${list('What comes with this dossier', model.owned)}`,
  );
}

function comparables({ comparables: letters }: ExclusivityModel): Fragment {
  if (letters.length === 0) return null;
  const rows = letters.map(({ name, readers, price, earns, citations }) => ({
    head: name,
    cells: [readers, [price, ' ', cites(citations)], earns],
  }));
  return foldedPart(
    'What comparable newsletters earn',
    table(['Newsletter', 'Readers', 'Price', 'Income a month'], rows, {
      caption:
        'Income is our estimate: their readers and price, with the paying share and sponsor prices of our likely case.',
    }),
  );
}

function sponsors({ sponsors: { companies, reach } }: ExclusivityModel): Fragment {
  if (companies.length === 0) return null;
  const rows = companies.map(({ name, price, place, citations }) => ({
    head: name,
    cells: [[price, ' ', cites(citations)], ...(reach ? [place] : [])],
  }));
  const columns = ['Company', 'Per 1,000 opens', ...(reach ? ['Your slot'] : [])];
  return foldedPart(
    'What sponsors pay',
    table(columns, rows, { caption: reach ?? 'Price of a slot per 1,000 opens.' }),
  );
}

function years({ years: cases, assumptions }: ExclusivityModel): Fragment {
  if (!cases) return null;
  const rows = cases.map(({ label, years: each, total, perHour }) => ({
    head: label,
    cells: [
      ...each.map(
        ({ result, readers }) => html`<span class="figure">${result}</span><br /><span class="soft">${readers}</span>`,
      ),
      html`<span class="figure">${total}</span><br /><span class="soft">${perHour}</span>`,
    ],
  }));
  return [
    foldedPart(
      'A three-year view',
      table(['', 'Year 1', 'Year 2', 'Year 3', 'Three years'], rows, {
        caption: 'Result after costs, computed by us.',
      }),
    ),
    list('What the view assumes', assumptions),
  ];
}

function list(title: string, lines: readonly string[]): Fragment {
  if (lines.length === 0) return null;
  return foldedPart(
    title,
    html`<ul class="limits">
      ${lines.map((line) => html`<li>${line}</li>`)}
    </ul>`,
  );
}
