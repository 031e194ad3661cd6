import { html, type Fragment, type Markup } from '../../platform/html';

/** Column of a table; figures are right-aligned. */
export interface Column {
  label: string;
  figure?: true;
}

/**
 * Table of records, which a phone shows as a list of labelled values. `name` is its name for screen readers. The roles
 * repeat what the elements mean, because browsers forget it where the style makes them blocks.
 */
export function dataTable(
  name: string,
  columns: readonly (Column | string)[],
  rows: readonly (readonly Fragment[])[],
): Markup {
  const shown = columns.map((column) => (typeof column === 'string' ? { label: column } : column));
  const style = ({ figure }: Column) => (figure ? 'figure-cell' : '');
  return html`<table class="data" role="table" aria-label="${name}">
    <thead role="rowgroup">
      <tr role="row">
        ${shown.map((column) => html`<th scope="col" role="columnheader" class="${style(column)}">${column.label}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        (cells) =>
          html`<tr role="row">
            ${cells.map(
              (cell, place) =>
                html`<td role="cell" class="${style(shown[place]!)}" data-label="${shown[place]!.label}">
                  <span>${cell}</span>
                </td>`,
            )}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
