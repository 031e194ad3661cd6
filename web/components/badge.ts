import { html, type Fragment, type Markup } from '../../platform/html';

/** Meaning of a colour: `plain` is neutral, `accent` is the default. */
export type Tone = 'accent' | 'plain' | 'good' | 'warn' | 'bad';

/** Short label with a meaning, such as a state. The text says everything; the tone only repeats it. */
export function badge(text: Fragment, tone: Tone = 'accent'): Markup {
  return html`<span class="tag ${tone}">${text}</span>`;
}

/** Row of badges; `label` names the row for screen readers. */
export function badges(label: string, list: readonly { text: Fragment; tone?: Tone }[]): Markup {
  return html`<ul class="tags" aria-label="${label}">
    ${list.map(({ text, tone = 'accent' }) => html`<li class="tag ${tone}">${text}</li>`)}
  </ul>`;
}
