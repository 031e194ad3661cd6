import { html, type Fragment, type Markup } from '../../platform/html';

/** Figures with their names. */
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
