import { FAILURES, type Failure, type FieldError } from '../../contracts/failures';
import { html, type Markup } from '../../providers/html';
import type { Reply } from '../endpoint';
import { layout } from './layout';
import { show } from './page';

/** A failure as a reader is told it: what happened, what can be done, and the id to quote to support. */
export function failurePage(failure: Failure, requestId: string): Reply {
  const { status, title, remedy } = FAILURES[failure.code];
  const { detail, errors } = failure.public;
  return show(
    layout({
      title,
      body: html`<section class="narrow">
        <p class="eyebrow">Error ${status}</p>
        <h1>${title}</h1>
        <p class="lead">${detail ?? remedy}</p>
        ${detail && html`<p>${remedy}</p>`} ${errors && wrongFields(errors)}
        <p><a class="button" href="/opportunities">To the catalogue</a></p>
        <p class="soft">Request id <code>${requestId}</code></p>
      </section>`,
    }),
    { status },
  );
}

/** What is wrong with a form, to stand above it. */
export function wrongForm(failure: Failure): Markup {
  const { title, remedy } = FAILURES[failure.code];
  const { errors } = failure.public;
  return html`<div role="alert">
    ${errors ? wrongFields(errors) : html`<p class="notice bad">${title}. ${remedy}</p>`}
  </div>`;
}

function wrongFields(errors: readonly FieldError[]): Markup {
  return html`<ul class="errors">
    ${errors.map((error) => html`<li><strong>${error.pointer.slice(1)}</strong> ${error.detail}</li>`)}
  </ul>`;
}
