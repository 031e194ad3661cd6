import { html } from '../../../providers/html';
import { codeSamples } from '../../endpoints/developer/code-samples';
import { layout } from '../layout';
import { page, show } from '../page';
import { sample } from './samples';

const QUICK_START = sample('quick-start.ts');

/** Where a developer begins: a first request, a run from start to findings, a typed client, and the way to the rest. */
export const developersPage = page({
  method: 'GET',
  path: '/developers',

  handle({ deps }) {
    const { publicUrl } = deps.settings;
    return show(
      layout({
        title: 'Developers',
        body: html`<h1>Research newsletter ideas by API</h1>
          <p class="lead">
            Create a run, wait for it, and read findings that validate against a published schema, with a dossier in
            HTML and PDF.
          </p>
          <ul class="cards">
            ${WAYS.map(
              ({ href, name, what }) =>
                html`<li class="card">
                  <h2><a href="${href}">${name}</a></h2>
                  <p>${what}</p>
                </li>`,
            )}
          </ul>

          <h2>Your key</h2>
          <p>
            Send it in <code>X-Api-Key</code>. A key that begins with <code>noi_live_</code> starts paid runs; one that
            begins with <code>noi_test_</code> is for the sandbox and spends nothing. A key is shown once and stored as
            a hash: keep it where programs keep secrets, and rotate it when in doubt. The old one goes on for a while,
            so that nothing stops.
          </p>

          <h2>From the first request to the archive</h2>
          <p>
            Each of these runs as it stands, with your live key in <code>NOI_API_KEY</code> and, once you started a run,
            the <code>runId</code> of the answer in <code>RUN_ID</code>.
          </p>
          ${codeSamples(publicUrl).map(
            ({ title, command }) =>
              html`<h3>${title}</h3>
                <pre tabindex="0"><code>${command}</code></pre>`,
          )}

          <h2>A typed client</h2>
          <p>The description of the API makes one: types for every request, every answer and every error.</p>
          <pre tabindex="0"><code>npm install openapi-fetch openapi-typescript typescript
npx openapi-typescript ${publicUrl}/openapi/v1.json --output noi.ts</code></pre>
          <pre tabindex="0"><code>${QUICK_START}</code></pre>

          <h2>Worth knowing</h2>
          <dl>
            <dt>Idempotency</dt>
            <dd>
              A new <code>Idempotency-Key</code> for each operation, the same one to repeat it: the first answer comes
              again, and nothing is bought or started twice.
            </dd>
            <dt>Waiting</dt>
            <dd>
              <code>Prefer: wait=20</code> holds the status of a run until it changes; its <code>ETag</code> in
              <code>If-None-Match</code> answers 304 while it has not.
            </dd>
            <dt>Limits</dt>
            <dd>
              <code>RateLimit</code> on every answer says what is left. A 429 says which limit it was and when to come
              back.
            </dd>
            <dt>Failures</dt>
            <dd>
              Problem Details with a stable <code>code</code> and whether to retry; all of them are
              <a href="/developers/errors">listed</a>.
            </dd>
          </dl>`,
      }),
    );
  },
});

const WAYS = [
  { href: '/docs', name: 'API reference', what: 'Every endpoint with its bodies and failures, to try from the page.' },
  {
    href: '/developers/errors',
    name: 'Errors',
    what: 'Every code that a request can be answered with, and what to do.',
  },
  {
    href: '/developers/webhooks',
    name: 'Webhooks',
    what: 'How an endpoint is set up, and how a signature is verified in three languages.',
  },
  { href: '/openapi/v1.json', name: 'OpenAPI 3.1', what: 'The description that clients are generated from.' },
  { href: '/v1/findings-schema', name: 'Findings schema', what: 'The JSON Schema that all findings satisfy.' },
  { href: '/v1/runs/sample/findings', name: 'Sample findings', what: 'To develop against, without a key.' },
];
