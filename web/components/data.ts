import { scaleBand, scaleLinear } from 'd3-scale';
import { html, type Fragment, type Markup } from '../../base/html';

/** Meaning of a color. `plain` is neutral, and `accent` is the default. */
export type Tone = 'accent' | 'plain' | 'good' | 'warn' | 'bad';

/** Short label, such as a status. The text must be clear without the color. */
export function badge(text: Fragment, tone: Tone = 'accent'): Markup {
  return html`<span class="tag ${tone}">${text}</span>`;
}

/** Row of badges; `label` names the row for screen readers. */
export function badges(label: string, list: readonly { text: Fragment; tone?: Tone }[]): Markup {
  return html`<ul class="tags" aria-label="${label}">
    ${list.map(({ text, tone = 'accent' }) => html`<li class="tag ${tone}">${text}</li>`)}
  </ul>`;
}

/** Card in a list. With `href`, the whole card is clickable. */
export interface Card {
  title: Fragment;
  href?: string;
  /** Shown above the title, such as badges. */
  top?: Fragment;
  body?: Fragment;
  /** Left and right parts of the footer, below a line. */
  foot?: Fragment;
}

/** Cards side by side where they fit. `level` is their heading level. */
export function cards(list: readonly Card[], level: 2 | 3 = 2): Markup {
  return html`<ul class="cards">
    ${list.map(
      ({ title, href, top, body, foot }) =>
        html`<li class="card">
          ${top} ${heading(level, href === undefined ? title : html`<a href="${href}">${title}</a>`)} ${body}
          ${foot && html`<div class="foot">${foot}</div>`}
        </li>`,
    )}
  </ul>`;
}

function heading(level: 2 | 3, content: Fragment): Markup {
  return level === 2 ? html`<h2>${content}</h2>` : html`<h3>${content}</h3>`;
}

/** Column of a table. Columns of figures are right-aligned. */
interface Column {
  label: string;
  figure?: true;
}

/**
 * Table of records. On phones, each record becomes a list of labeled values. `name` is for screen readers. The explicit
 * roles are needed because browsers drop table semantics if CSS displays rows as blocks.
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

/** Labeled figures. */
export function stats(list: readonly { label: string; figure: Fragment; note?: Fragment }[]): Markup {
  return html`<dl class="stats">
    ${list.map(
      ({ label, figure, note }) =>
        html`<div>
          <dt>${label}</dt>
          <dd class="figure">${figure}</dd>
          ${note && html`<dd class="soft">${note}</dd>`}
        </div>`,
    )}
  </dl>`;
}

/** Which part of a time to show. */
type TimeForm = 'moment' | 'date' | 'time';

const LOCALE = 'en-US';
const FORMS: Record<TimeForm, Intl.DateTimeFormat> = {
  moment: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }),
  date: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' }),
  time: new Intl.DateTimeFormat(LOCALE, { timeStyle: 'short', timeZone: 'UTC' }),
};

/** Time in the reader's time zone. Without scripts, shows the time in UTC and labels it as UTC. */
export function localTime(moment: Date | string, form: TimeForm = 'moment'): Markup {
  const time = new Date(moment);
  return html`<time datetime="${time.toISOString()}" data-local="${form}">${inUtc(time, form)}</time>`;
}

/** Time as plain text, for places that cannot contain elements. For example, `Nov 22, 2026, 4:46 AM UTC`. */
export function inUtc(time: Date, form: TimeForm = 'moment'): string {
  const text = FORMS[form].format(time).replaceAll(' ', ' ');
  return form === 'date' ? text : `${text} UTC`;
}

/** Progress bar with a label and a note, by default the count. `id` must be unique on the page. */
export function progressBar(
  id: string,
  { label, done, total, note }: { label: Fragment; done: number; total: number; note?: Fragment },
): Markup {
  return html`<div class="progress">
    <p><span id="${id}">${label}</span><span class="soft">${note ?? `${done} of ${total}`}</span></p>
    <progress aria-labelledby="${id}" value="${done}" max="${total}">${done} of ${total}</progress>
  </div>`;
}

/** Steps in order. `now` is the index of the current step, or the number of steps once all are done. */
export function stages(label: string, names: readonly Fragment[], now: number): Markup {
  return html`<ol class="stages" aria-label="${label}">
    ${names.map((name, place) => {
      if (place < now) return html`<li class="done">${name}<span class="visually-hidden">, done</span></li>`;
      if (place === now) return html`<li class="now" aria-current="step">${name}</li>`;
      return html`<li>${name}</li>`;
    })}
  </ol>`;
}

/** Bar of a chart with its visible label. */
export interface Bar {
  label: string;
  value: number;
}

const WIDTH = 720;
const HEIGHT = 220;
const PLOT = { left: 56, right: 8, top: 12, bottom: 28 };
/** Maximum number of labels that fit below the axis. */
const MAX_NAMES = 10;

/** Bar chart. Screen readers see a single image, so show a table with the same figures next to it. */
export function barChart(name: string, bars: readonly Bar[], format: (value: number) => string = String): Markup {
  const highest = Math.max(1, ...bars.map(({ value }) => value));
  const x = scaleBand(
    bars.map((_, place) => place),
    [PLOT.left, WIDTH - PLOT.right],
  ).padding(0.25);
  const y = scaleLinear([0, highest], [HEIGHT - PLOT.bottom, PLOT.top]).nice(4);
  // Values are whole numbers. On a small scale, some ticks would be fractions, which could repeat a label when rounded.
  const ticks = y.ticks(4).filter(Number.isInteger);
  const every = Math.ceil(bars.length / MAX_NAMES);
  return html`<svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${name}">
    ${ticks.map(
      (tick) =>
        html`<line class="grid" x1="${PLOT.left}" x2="${WIDTH - PLOT.right}" y1="${at(y(tick))}" y2="${at(y(tick))}" />
          <text x="${PLOT.left - 8}" y="${at(y(tick) + 4)}" text-anchor="end">${format(tick)}</text>`,
    )}
    ${bars.map(
      ({ label, value }, place) =>
        html`<rect
            x="${at(x(place)!)}"
            y="${at(y(value))}"
            width="${at(x.bandwidth())}"
            height="${at(y(0) - y(value))}"
            rx="2"
          >
            <title>${label}: ${format(value)}</title>
          </rect>
          ${
            place % every === 0 &&
            html`<text x="${at(x(place)! + x.bandwidth() / 2)}" y="${HEIGHT - 8}" text-anchor="middle">${label}</text>`
          }`,
    )}
  </svg>`;
}

const at = (coordinate: number) => coordinate.toFixed(1);
