import { html, type Fragment, type Markup } from '../../platform/html';

/** Message in the place that it concerns. `bad` is announced at once; the others are read in place. */
export function notice(body: Fragment, tone: 'accent' | 'good' | 'warn' | 'bad' = 'accent'): Markup {
  return tone === 'bad'
    ? html`<div class="notice bad" role="alert">${body}</div>`
    : html`<div class="notice ${tone}">${body}</div>`;
}
