import { html, type Fragment, type Markup } from '../../platform/html';

/** Form of an action that cannot be undone, folded behind its name so that one click does not take it. No script. */
export function confirmAction(name: Fragment, form: Markup): Markup {
  return html`<details class="confirm">
    <summary>${name}</summary>
    ${form}
  </details>`;
}
