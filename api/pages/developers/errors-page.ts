import { FAILURES, type FailureCode } from '../../../contracts/failures';
import { RUN_FAILURES } from '../../../contracts/run-failures';
import { html } from '../../../providers/html';
import { layout } from '../layout';
import { page, show } from '../page';

/** Every failure code with what it means and what to do: the registry that the code throws from, by status. */
export const errorsPage = page({
  method: 'GET',
  path: '/developers/errors',

  handle: () =>
    show(
      layout({
        title: 'Errors',
        body: html`<h1>Errors</h1>
          <p class="lead">
            Every failure is answered as Problem Details (RFC 9457) with a stable <code>code</code>. Branch on the code,
            not on the text; expect new codes.
          </p>
          <p>
            Where a failure can be retried, wait for <code>Retry-After</code>, or a little longer each time where there
            is none. Repeat a POST with the same <code>Idempotency-Key</code>. A support request should quote the
            <code>requestId</code>.
          </p>
          ${STATUSES.map(
            (status) =>
              html`<h2>${status}</h2>
                <dl>${CODES.filter((code) => FAILURES[code].status === status).map(entry)}</dl>`,
          )}
          <h2 id="runs">Why a run ended without findings</h2>
          <p>
            A run that was accepted and fails says why in its <code>failure</code>; nothing of this is an HTTP status.
          </p>
          <dl>
            ${Object.entries(RUN_FAILURES).map(
              ([code, { message, retryable }]) =>
                html`<dt id="run-${code}"><code>${code}</code></dt>
                  <dd>${message} ${retryable ? 'A new run may succeed.' : ''}</dd>`,
            )}
          </dl>`,
      }),
    ),
});

const CODES = Object.keys(FAILURES) as FailureCode[];
const STATUSES = [...new Set(CODES.map((code) => FAILURES[code].status))].sort((a, b) => a - b);

/** What stands between backticks in the registry, as code. */
function withCode(text: string) {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}

function entry(code: FailureCode) {
  const { title, remedy, retryable } = FAILURES[code];
  return html`<dt id="${code}"><code>${code}</code></dt>
    <dd>
      <strong>${title}.</strong> ${withCode(remedy)} ${retryable && html`<span class="tag good">can be retried</span>`}
    </dd>`;
}
