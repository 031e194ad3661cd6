import { html, type Fragment, type Markup } from '../html';
import type { DossierModel } from './dossier-model';
import { scoreRing } from './html-charts';
import * as sections from './html-sections';
import { PORTFOLIO_STYLE, portfolioPage } from './html-portfolio';
import { STYLE } from './html-style';

/** A complete HTML document that needs nothing from outside: no script, no font, no picture. */
export function htmlDossier(model: DossierModel): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="referrer" content="no-referrer" />
        <title>${model.title} – ${model.kind} dossier</title>
        <style>
          ${STYLE}${model.portfolio && PORTFOLIO_STYLE}
        </style>
      </head>
      <body>
        <main>
          ${cover(model)} ${portfolioPage(model.portfolio)} ${sections.candidates(model)} ${sections.profile(model)}
          ${sections.dimensions(model)} ${sections.segments(model)} ${sections.competitors(model)}
          ${sections.monetization(model)} ${sections.channels(model)} ${sections.risks(model)}
          ${sections.nextSteps(model)} ${evidence(model)} ${limitations(model)} ${method(model)}
        </main>
        <footer class="foot">
          Newsletter Opportunity Intelligence · ${model.kind} · <span dir="ltr">${model.runId}</span>
        </footer>
      </body>
    </html> `.toString();
}

function cover(model: DossierModel): Markup {
  const { verdict } = model;
  return html`<header>
    ${model.banner && html`<p class="banner" role="note">${model.banner}</p>`}
    <p class="eyebrow">Newsletter Opportunity Intelligence <b>· ${model.kind} dossier</b></p>
    <h1 dir="auto">${model.title}</h1>
    <dl class="meta">
      ${fact('Audience', model.audience)} ${fact('Geography', model.geography)}
      ${fact('Date', html`<time datetime="${model.generated.iso}">${model.generated.date}</time>`)}
    </dl>
    ${
      model.idea.paragraphs.length > 0 &&
      html`<div class="idea">
        <h2>${model.idea.label}</h2>
        ${model.idea.paragraphs.map(prose)}
      </div>`
    }
    <div class="verdict ${verdict.recommendation}">
      ${scoreRing(verdict.score)}
      <div>
        <h2>
          <span class="badge"><span class="vh">Verdict: </span>${verdict.label}</span>
          <span class="chip">${verdict.confidence.label} confidence</span>
        </h2>
        <p class="meaning">${verdict.meaning}</p>
        ${verdict.rationale.map(prose)}
      </div>
    </div>
  </header>`;
}

function evidence({ evidence: sources }: DossierModel): Markup {
  const item = ({ number, title, claim, excerpt, url, host, retrieved }: DossierModel['evidence'][number]) =>
    html`<li id="evidence-${number}">
      <span class="n">[${number}]</span>
      <div>
        <h3 dir="auto">${title}</h3>
        <p dir="auto">${claim}</p>
        <blockquote dir="auto">${excerpt}</blockquote>
        <p class="soft">${url && sections.link(url, host)} · retrieved ${retrieved}</p>
      </div>
    </li>`;
  return sections.section(
    'evidence',
    'Evidence',
    sources.length > 0
      ? html`<ol class="evidence">
          ${sources.map(item)}
        </ol>`
      : html`<p>No source was found; every score above is an inference.</p>`,
  );
}

function limitations({ limitations: limits }: DossierModel): Markup {
  return sections.section(
    'limitations',
    'Limitations',
    html`<ul class="limits">
      ${limits.map((limitation) => html`<li dir="auto">${limitation}</li>`)}
    </ul>`,
  );
}

function method({ method: how }: DossierModel): Markup {
  return sections.section(
    'method',
    'Method and provenance',
    html`<div class="method">
      <div>
        <p>
          A research agent gathered the evidence and scored seven dimensions. The result was checked against a fixed
          schema: every citation resolves, and a score without a source is marked as an inference.
        </p>
        <dl>${how.bases.map(({ label, meaning }) => fact(label, meaning))}</dl>
      </div>
      <dl>${how.provenance.map(({ label, value }) => fact(label, value))}</dl>
    </div>`,
  );
}

function fact(label: string, value: Fragment): Fragment {
  return (
    value &&
    html`<div>
      <dt>${label}</dt>
      <dd dir="auto">${value}</dd>
    </div>`
  );
}

function prose(paragraph: string): Markup {
  return html`<p class="prose" dir="auto">${paragraph}</p>`;
}
