import { FAILURES, type FailureCode } from '../../base/failures';
import { html } from '../../base/html';
import { RUN_FAILURES } from '../../base/run-failures';
import { withCode } from '../components/code';
import { page, show } from '../page';
import { developersLayout } from './developers-layout';

/** Reference of all failure codes with meaning and remedy, rendered from the registry by status. */
export const errorsPage = page({
  method: 'GET',
  path: '/developers/errors',

  handle: ({ deps }) =>
    show(
      developersLayout({
        title: 'Errors',
        current: '/developers/errors',
        about: {
          publicUrl: deps.settings.publicUrl,
          path: '/developers/errors',
          description: 'Every error code of the API, its meaning and what to do about it.',
        },
        body: html`<h1>Errors</h1>
          <p class="lead">
            Errors are Problem Details (RFC 9457) with a stable <code>code</code>. Branch on the code, not on the text,
            and expect new codes.
          </p>
          <p>
            Retry retryable failures after <code>Retry-After</code>, or with exponential backoff if it is absent. Repeat
            a POST with the same <code>Idempotency-Key</code>. Quote the <code>requestId</code> in support requests.
          </p>
          ${STATUSES.map(
            (status) =>
              html`<h2>${status}</h2>
                <dl class="codes">${CODES.filter((code) => FAILURES[code].status === status).map(entry)}</dl>`,
          )}
          <h2 id="runs">Why a run ended without findings</h2>
          <p>A failed run names its reason in <code>failure</code>. These codes are not HTTP statuses.</p>
          <dl class="codes">
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

function entry(code: FailureCode) {
  const { title, remedy, retryable } = FAILURES[code];
  return html`<dt id="${code}"><code>${code}</code></dt>
    <dd>
      <strong>${title}.</strong> ${withCode(remedy)} ${retryable && html`<span class="tag good">retryable</span>`}
    </dd>`;
}
