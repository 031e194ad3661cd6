import { FAILURES, type Failure } from '../base/failures';
import { html } from '../base/html';
import type { Reply } from '../http/endpoint';
import type { RetryLink } from '../http/middleware/answer-failures';
import { wordsFor } from './failure-words';
import { layout } from './layout';
import { show } from './page';

/** Error page: what happened, whether anything was saved or charged, what to do, and a request id for support. */
export function failurePage(failure: Failure, requestId: string, again: RetryLink): Reply {
  const { status, retryable } = FAILURES[failure.code];
  const { title, advice, effect, action } = wordsFor(failure, again);
  const canReload = retryable && !again.isForm && action.href !== again.href;
  return show(
    layout({
      title,
      body: html`<section class="narrow">
        <p class="eyebrow">Error ${status}</p>
        <h1>${title}</h1>
        <p class="lead">${advice}</p>
        ${effect && html`<p>${effect}</p>`}
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
