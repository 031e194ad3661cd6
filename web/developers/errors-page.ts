import { STATUS_CODES } from 'node:http';
import { Failure, FAILURES, type FailureCode } from '../../base/failures';
import { html } from '../../base/html';
import { RUN_FAILURES } from '../../base/run-failures';
import { toProblem } from '../../http/problem';
import { codeBlock, withCode } from '../components/code';
import { page, show } from '../page';
import { developersLayout } from './developers-layout';

/** Sample error body. */
const EXAMPLE = new Failure('rate_limited', { retryAfterSeconds: 12, limitLevel: 'endpoint' });
const REQUEST_ID = '1fe68141-4465-4544-bdcf-b8a197024244';

/** All error codes by status, each with its meaning and remedy. */
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
            Every error is a Problem Details document (RFC 9457) with a stable <code>code</code>. Branch on the code,
            not on the text, and expect new codes.
          </p>
          ${codeBlock('problem', JSON.stringify(example(deps.settings.publicUrl), null, 2), 'json')}
          <p>
            If <code>retryable</code> is true, retry after <code>Retry-After</code>, or with backoff if the header is
            missing. Retry a POST with the same <code>Idempotency-Key</code>. Include <code>requestId</code> when you
            <a href="/support">write to support</a>.
          </p>
          ${STATUSES.map(
            (status) =>
              html`<h2>${status} <span class="soft">${STATUS_CODES[status]}</span></h2>
                <dl class="codes">${CODES.filter((code) => FAILURES[code].status === status).map(entry)}</dl>`,
          )}
          <h2 id="runs">Failed runs</h2>
          <p>A run that ends without findings has one of these codes in <code>failure</code>.</p>
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

function example(publicUrl: string) {
  return toProblem(EXAMPLE, { publicUrl, path: '/v1/searches', requestId: REQUEST_ID, route: null });
}

function entry(code: FailureCode) {
  const { title, remedy, retryable } = FAILURES[code];
  return html`<dt id="${code}"><code>${code}</code></dt>
    <dd>
      <strong>${title}.</strong> ${withCode(remedy)} ${retryable && html`<span class="tag good">retryable</span>`}
    </dd>`;
}
