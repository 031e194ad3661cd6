import { html, type Markup } from '../../platform/html';

/** Button that copies the text of the element with the id `source`. Hidden where no script runs. */
export function copyButton(source: string, label = 'Copy', size: 'small' | 'normal' = 'normal'): Markup {
  return html`<button
    class="${size === 'small' ? 'quiet small' : 'quiet'}"
    type="button"
    data-copy="${source}"
    aria-live="polite"
    hidden
  >
    ${label}
  </button>`;
}
