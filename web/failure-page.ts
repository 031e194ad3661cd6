import { FAILURES, type Failure, type FieldError } from '../base/failures';
import { html, type Markup } from '../base/html';
import type { Reply } from '../http/endpoint';
import type { RetryLink } from '../http/middleware/answer-failures';
import { wordsFor } from './failure-words';
import { layout } from './layout';
import { show } from './page';

/** Error page for browsers: what happened, what became of the request, what to do, and the id to quote to support. */
export function failurePage(failure: Failure, requestId: string, again: RetryLink): Reply {
  const { status, retryable } = FAILURES[failure.code];
  const { errors } = failure.public;
  const { title, advice, effect, action } = wordsFor(failure, again);
  const canReload = retryable && !again.isForm && action.href !== again.href;
  return show(
    layout({
      title,
      body: html`<section class="narrow">
        <p class="eyebrow">Error ${status}</p>
        <h1>${title}</h1>
        <p class="lead">${advice}</p>
        ${effect && html`<p>${effect}</p>`} ${errors && fieldErrorList(errors)}
        <p class="actions">
          <a class="button" href="${action.href}">${action.label}</a>
          ${canReload && html`<a class="button quiet" href="${again.href}">Try again</a>`}
          ${action.href !== '/' && html`<a class="button quiet" href="/">Home</a>`}
        </p>
        <p class="soft">
          If it keeps happening, <a href="/support?relatedId=${requestId}">contact support</a>. Request id:
          <code>${requestId}</code>
        </p>
      </section>`,
    }),
    { status },
  );
}

/** Error summary to show above a redisplayed form. */
export function formErrors(failure: Failure): Markup {
  const { errors } = failure.public;
  const { title, advice } = wordsFor(failure);
  return html`<div role="alert">
    ${errors ? fieldErrorList(errors) : html`<p class="notice bad">${title}. ${advice}</p>`}
  </div>`;
}

function fieldErrorList(errors: readonly FieldError[]): Markup {
  return html`<ul class="errors">
    ${errors.map((error) => html`<li>${fieldError(error)}</li>`)}
  </ul>`;
}

function fieldError({ pointer, code, detail }: FieldError): Markup | string {
  const name = pointer.slice(1);
  if (name === 'email' && code === 'invalid_format') return 'Enter a valid email address.';
  return html`<strong>${label(name)}</strong> ${detail}`;
}

/** Words of a camel-case field name, such as `Related id`. */
function label(name: string): string {
  const words = name.replaceAll(
    /([a-z])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.charAt(0).toUpperCase() + words.slice(1);
}
