import { FAILURES, type Failure } from '../base/failures';
import { html } from '../base/html';
import type { Reply } from '../http/endpoint';
import type { RetryLink } from '../http/middleware/answer-failures';
import { wordsFor } from './failure-words';
import { layout } from './layout';
import { show } from './page';

/** Error page for browsers: what happened, what to do, a button that does it, and the id to quote to support. */
export function failurePage(failure: Failure, requestId: string, again: RetryLink): Reply {
  const { status } = FAILURES[failure.code];
  const { title, advice, action } = wordsFor(failure, again);
  return show(
    layout({
      title,
      body: html`<section class="narrow">
        <p class="eyebrow">Error ${status}</p>
        <h1>${title}</h1>
        <p class="lead">${advice}</p>
        <p class="actions">
          <a class="button" href="${action.href}">${action.label}</a>
          ${action.href !== '/' && html`<a class="button quiet" href="/">Home</a>`}
        </p>
        <p class="soft">
          <a href="/support">Contact support</a> if it keeps happening. Request id <code>${requestId}</code>
        </p>
      </section>`,
    }),
    { status },
  );
}
