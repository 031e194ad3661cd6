import { html, Markup, type Fragment } from '../../platform/html';
import { svg, type Chart } from '../charts/chart';
import { confidenceDots } from '../charts/profile-chart';
import { HTML_THEME } from '../charts/theme';

/** Section with its heading; `id` is its link target. */
export function section(id: string, title: string, body: Fragment): Markup {
  return html`<section id="${id}" aria-labelledby="${id}-h">
    <h2 id="${id}-h">${title}</h2>
    ${body}
  </section>`;
}

/** Links to the numbered evidence; empty without citations. `of` distinguishes the evidence of candidates. */
export function cites(numbers: number[], of = ''): Fragment {
  if (numbers.length === 0) return null;
  return html`<span class="cites"
    >${numbers.map((number) => html`<a href="#evidence-${of}${number}" aria-label="Evidence ${number}">[${number}]</a> `)}</span
  >`;
}

/** Attribute that only links to sources have, in stored documents too. */
export const SOURCE_REL = 'rel="noopener noreferrer nofollow"';

/** External link. `url` must come from `webAddress`. */
export function link(url: string, text: string | null): Markup {
  return html`<a href="${url}" ${new Markup(SOURCE_REL)}>${text ?? url}</a>`;
}

/** A chart of the page. */
export function chart(drawn: Chart, className = 'chart'): Markup {
  return html`<figure class="${className}">${svg(drawn, HTML_THEME)}</figure>`;
}

/** Paragraph of text that an agent or a caller wrote. */
export function prose(text: string): Markup {
  return html`<p class="prose" dir="auto">${text}</p>`;
}

/** Small label; `tone` colours it. */
export function chip(body: Fragment, tone: 'good' | 'mid' | 'bad' | null = null): Markup {
  return html`<span class="chip${tone && ` tone-${tone}`}">${body}</span>`;
}

/** Confidence as dots and a word. */
export function confidence({ label, rank }: { label: string; rank: number }): Markup {
  return html`<span class="dots" aria-hidden="true">${confidenceDots(rank)}</span> ${label}`;
}

/** Table whose rows become blocks on a phone; a cell is named there by its column. */
export function table(
  columns: readonly string[],
  rows: readonly { head: Fragment; cells: readonly Fragment[] }[],
  options: { caption: string; className?: string },
): Markup {
  return html`<table role="table" class="${options.className ?? ''}">
    <caption>
      ${options.caption}
    </caption>
    <thead role="rowgroup">
      <tr role="row">
        ${columns.map((name) => html`<th scope="col" role="columnheader">${name}</th>`)}
      </tr>
    </thead>
    <tbody role="rowgroup">
      ${rows.map(
        ({ head, cells }) =>
          html`<tr role="row">
            <th scope="row" role="rowheader" dir="auto">${head}</th>
            ${cells.map((cell, i) => html`<td role="cell" data-label="${columns[i + 1]}" dir="auto">${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
