import { html, type Fragment, type Markup } from '../../platform/html';

/**
 * Variants of one thing, such as a program in several languages, under headings of level 3. A script makes tabs of them
 * and remembers the choice for all groups of a name; without it all are shown, one below the other.
 */
export function tabs(name: string, variants: readonly { label: string; body: Fragment }[]): Markup {
  return html`<div class="variants" data-tabs="${name}">
    ${variants.map(
      ({ label, body }) =>
        html`<section data-tab="${label}">
          <h3>${label}</h3>
          ${body}
        </section>`,
    )}
  </div>`;
}
