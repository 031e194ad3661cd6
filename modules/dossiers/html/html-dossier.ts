import { html, type Fragment, type Markup } from '../../../base/html';
import type { DossierModel } from '../model/dossier-model';
import { typefaceMark } from '../typefaces';
import { searchLog } from './depth';
import { evidenceSection, sourcesAtHand } from './evidence';
import { exclusivitySection } from './exclusivity';
import { changes, executiveSummary, head } from './front';
import { foldedSection, prose, sectionsOf, type Section } from './parts';
import { nextSteps, planSections } from './plan';
import { portfolioSections, PORTFOLIO_STYLE } from './portfolio';
import { researchSections } from './research';
import { STYLE } from './style';

/** Renders HTML without scripts or external references, with the placeholder that `withTypefaces` replaces. */
export function htmlDossier(model: DossierModel): string {
  const parts = [
    executiveSummary(model),
    changes(model),
    exclusivitySection(model.exclusivity),
    body(model),
    brief(model),
    limitations(model),
    method(model),
  ];
  const content = html`<div class="sheet">
      ${contents(model, sectionsOf(parts))}
      <main>${head(model)} ${parts}</main>
    </div>
    ${model.research && sourcesAtHand(model.research.evidence)}
    <footer class="foot">
      Newsletter Opportunity Intelligence · ${model.kind} · <span dir="ltr">${model.runId}</span>
    </footer>`.toString();
  return compact(
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="robots" content="noindex" />
          <meta name="referrer" content="no-referrer" />
          <title>${model.title} – ${model.kind}</title>
          <style>
            ${typefaceMark(content)}${STYLE}${model.portfolio && PORTFOLIO_STYLE}
          </style>
        </head>
        <body></body>
      </html> `.toString() +
      content +
      '</body></html>\n',
  );
}

/** Removes template indentation and line breaks between blocks. Text keeps its line breaks. */
function compact(markup: string): string {
  return markup.replace(/\n[ \t]+/g, '\n').replace(BREAKS, '>');
}

const BREAKS = />\n+(?=<\/?(?:d[dlt]|details|div|figure|h\d|li|[ou]l|p|section|summary|table|t(?:body|[dhr]|head))\b)/g;

function body({ research, portfolio, verdictInFull }: DossierModel): Fragment {
  if (portfolio) return portfolioSections(portfolio);
  if (!research) return null;
  const reasons = verdictInFull.length > 0 && foldedSection('verdict', 'The verdict in full', verdictInFull.map(prose));
  return [
    reasons,
    researchSections(research),
    planSections(research),
    nextSteps(research),
    evidenceSection(research.evidence),
    searchLog(research),
  ];
}

function brief({ brief: { label, paragraphs } }: DossierModel): Fragment {
  return paragraphs.length > 0 && foldedSection('brief', label, paragraphs.map(prose));
}

function limitations({ limitations: known }: DossierModel): Fragment {
  if (known.length === 0) return null;
  return foldedSection(
    'limitations',
    'Limitations',
    html`<ul class="limits">
      ${known.map((limitation) => html`<li dir="auto">${limitation}</li>`)}
    </ul>`,
  );
}

function method({ method: { checks, bases, provenance } }: DossierModel): Markup {
  return foldedSection(
    'method',
    'How this was made',
    html`<div class="method">
      <div>
        <p>${checks}</p>
        <dl>
          ${bases.map(
            ({ label, meaning }) =>
              html`<div>
                <dt>${label}</dt>
                <dd>${meaning}</dd>
              </div>`,
          )}
        </dl>
      </div>
      <dl>
        ${provenance.map(
          ({ label, value }) =>
            html`<div>
              <dt>${label}</dt>
              <dd dir="auto">${value}</dd>
            </div>`,
        )}
      </dl>
    </div>`,
  );
}

/** Table of contents with the verdict, beside the text in wide windows and in a bar at the top on phones. */
function contents({ summary }: DossierModel, sections: readonly Section[]): Markup {
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
