import { html, type Markup } from '../../platform/html';
import type { DossierModel } from '../model/dossier-model';
import type { Section } from './parts';

/** Contents of a document with its verdict: at the side of a wide window, a bar at the top of a phone. */
export function contents({ summary }: DossierModel, sections: readonly Section[]): Markup {
  return html`<nav class="toc" aria-label="Contents">
    ${
      summary &&
      html`<p class="standing tone-${summary.tone}">
        <b>${summary.score}</b> <span><span class="vh">of 100: </span>${summary.label}</span>
      </p>`
    }
    <ol tabindex="0">
      ${sections.map(({ id, title }) => html`<li><a href="#${id}" dir="auto">${title}</a></li>`)}
    </ol>
  </nav>`;
}
