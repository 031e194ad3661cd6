import { html, Markup, type Fragment } from '../../../base/html';
import { svg, HTML_THEME, type Chart } from '../charts/chart';
import { confidenceDots } from '../charts/scores';

export class Section extends Markup {
  constructor(
    readonly id: string,
    readonly title: string,
    markup: Markup,
  ) {
    super(markup.toString());
  }
}

export function section(id: string, title: string, body: Fragment): Section {
  return new Section(
    id,
    title,
    html`<section id="${id}" aria-labelledby="${id}-h">
      <h2 id="${id}-h">${title}</h2>
      ${body}
    </section>`,
  );
}

/** Section that phones can collapse. The link target is inside, so that links open it without a script. */
export function foldedSection(id: string, title: Fragment, body: Fragment, named = ''): Section {
  return new Section(
    id,
    named || String(title),
    html`<section aria-labelledby="${id}-h">
      <details class="fold">
        <summary><h2 id="${id}-h" dir="auto">${title}</h2></summary>
        <div id="${id}" class="folded">${body}</div>
      </details>
    </section>`,
  );
}

/** Part of a section, such as a table, that phones can collapse to its heading. */
export function foldedPart(title: string, body: Fragment): Markup {
  return html`<details class="fold part">
    <summary><h3 class="sub">${title}</h3></summary>
    ${body}
  </details>`;
}

/** Finds the sections among the parts of a document, in order. */
export function sectionsOf(parts: Fragment): Section[] {
  if (parts instanceof Section) return [parts];
  return Array.isArray(parts) ? (parts as readonly Fragment[]).flatMap(sectionsOf) : [];
}

/** Citations of evidence by number. Each one opens a popover with its source. Null if there are no numbers. */
export function cites(numbers: number[]): Fragment {
  if (numbers.length === 0) return null;
  return html`<span class="cites"
    >${numbers.map(
      (number) =>
        html`<button type="button" popovertarget="source-${number}" aria-label="Source ${number}">
          [${number}]
        </button> `,
    )}</span
  >`;
}

/** Attribute of every link to a source. Stored documents contain it, and pages find the links by it. */
export const SOURCE_REL = 'rel="noopener noreferrer nofollow"';

/** External link. `url` must come from `webAddress`. */
export function link(url: string, text: string | null): Markup {
  return html`<a href="${url}" ${new Markup(SOURCE_REL)}>${text ?? url}</a>`;
}

export function chart(drawn: Chart, className = 'chart'): Markup {
  return html`<figure class="${className}">${svg(drawn, HTML_THEME)}</figure>`;
}

/** Paragraph of text from an agent or a caller. */
export function prose(text: string): Markup {
  return html`<p class="prose" dir="auto">${text}</p>`;
}

export function headed(title: Fragment, aside: Fragment): Markup {
  return html`<div class="head">
    <h3 dir="auto">${title}</h3>
    ${aside}
  </div>`;
}

export function chip(body: Fragment, tone: 'good' | 'mid' | 'bad' | null = null): Markup {
  return html`<span class="chip${tone && ` tone-${tone}`}">${body}</span>`;
}

export function confidence({ label, rank }: { label: string; rank: number }): Markup {
  return html`<span class="dots" aria-hidden="true">${confidenceDots(rank)}</span> ${label}`;
}

/** Table whose rows become blocks on a phone, with each cell labeled by its column. */
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
