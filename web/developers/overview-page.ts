import { html } from '../../base/html';
import { SANDBOX_OUTCOMES } from '../../modules/run-kinds/sandbox';
import { codeSamples } from '../../modules/runs/use-cases/code-samples';
import { codeBlock, withCode } from '../components/code';
import { cards } from '../components/data';
import { tabs } from '../components/frame';
import { page, show } from '../page';
import { CLIENTS_PATH, installLines, remoteMcpConfiguration } from './clients';
import { developersLayout, sample, WAYS } from './developers-layout';

const QUICK_START = sample('quick-start.ts');
const QUICK_START_PYTHON = sample('quick-start.py');

const environment = (publicUrl: string) => `export NOI_API_URL=${publicUrl}\nexport NOI_API_KEY=noi_test_…`;

/** Entry page for developers: a sandbox run from start to PDF in each language, and links to the rest. */
export const developersPage = page({
  method: 'GET',
  path: '/developers',

  handle({ deps }) {
    const { publicUrl } = deps.settings;
    return show(
      developersLayout({
        title: 'Developers',
        current: '/developers',
        about: { publicUrl, path: '/developers', description: DESCRIPTION },
        body: html`<h1>Research newsletter ideas by API</h1>
          <p class="lead">
            Create a run, wait for it, and read findings that validate against a published schema, with a dossier in
            HTML and PDF.
          </p>
          <h2>Start with a test key</h2>
          <p>
            <a href="/account/keys">Create a key</a> with mode Test and the choices as they are. It plays runs in the
            sandbox: real answers, states, documents and webhooks within seconds, for nothing. Set it once:
          </p>
          ${codeBlock('environment', environment(publicUrl), 'sh')}

          <h2>From the first request to the PDF</h2>
          ${tabs('language', [
            {
              label: 'curl',
              body: html`<p>
                  Paste them into one shell, in this order. The first run keeps its id in <code>RUN_ID</code>.
                </p>
                ${codeSamples(publicUrl).map(
                  ({ title, command }, place) =>
                    html`<h4>${title}</h4>
                      ${codeBlock(`sample-${place}`, command, 'sh')}`,
                )}`,
            },
            {
              label: 'TypeScript',
              body: html`<p>
                  <a href="${CLIENTS_PATH}">Our client</a> has types for every request, answer and failure. Save the
                  program as <code>quick-start.mjs</code>; it runs on Node 20 and later, and compiles as TypeScript
                  (<code>quick-start.mts</code>).
                </p>
                ${codeBlock('client', installLines(publicUrl).npm, 'sh')} ${codeBlock('quick-start', QUICK_START, 'ts')}
                ${codeBlock('quick-start-command', 'node quick-start.mjs', 'sh')}`,
            },
            {
              label: 'Python',
              body: html`<p>
                  <a href="${CLIENTS_PATH}">Our client</a> for Python 3.10 and later, with and without asyncio. Save the
                  program as <code>quick_start.py</code>.
                </p>
                ${codeBlock('client-python', installLines(publicUrl).pip, 'sh')}
                ${codeBlock('quick-start-python', QUICK_START_PYTHON, 'py')}
                ${codeBlock('quick-start-python-command', 'python quick_start.py', 'sh')}`,
            },
            {
              label: 'MCP',
              body: html`<p>
                  Add this server to your assistant, with your key, and ask it to check a newsletter idea. With a test
                  key it plays the run in the sandbox and says so.
                </p>
                ${codeBlock('mcp', remoteMcpConfiguration(publicUrl), 'json')}`,
            },
          ])}

          <h2>Go live</h2>
          <p>
            Create a key with mode Live and call <code>/v1/evaluations</code> and <code>/v1/searches</code> instead of
            <code>/v1/sandbox/…</code>. Each run uses a <a href="/account/credits">credit</a>. Keep the key in a secret
            store: we show it once and store a hash. When you replace it, the old key keeps working for a grace period
            that you choose. Every request takes the key as <code>X-Api-Key</code> or as
            <code>Authorization: Bearer</code>. <a href="/developers/webhooks">Webhooks</a> tell you when a run has
            ended.
          </p>

          <h2>The sandbox</h2>
          <p>
            <code>POST /v1/sandbox/evaluations</code> and <code>POST /v1/sandbox/searches</code> play a run within
            seconds: the same answers, states, documents and failures, no credit, no agent, no cost. Words in
            <code>idea</code> or <code>operatorProfile</code> choose how it ends.
            <code>POST /v1/sandbox/runs/{id}/deadline</code> moves a run to its deadline.
          </p>
          <dl>
            ${Object.entries(SANDBOX_OUTCOMES).map(
              ([name, effect]) =>
                html`<dt><code>sandbox:${name}</code></dt>
                  <dd>${withCode(effect)}</dd>`,
            )}
          </dl>

          <h2>Good to know</h2>
          <dl>
            <dt>Idempotency</dt>
            <dd>
              Use a new <code>Idempotency-Key</code> for each operation and the same key to repeat it. You get the first
              response again; nothing is bought or started twice.
            </dd>
            <dt>Waiting</dt>
            <dd>
              <code>Prefer: wait=20</code> holds the response until the run changes. Send its <code>ETag</code> in
              <code>If-None-Match</code> to get 304 while nothing has changed.
            </dd>
            <dt>Limits</dt>
            <dd>
              <code>RateLimit</code> on every response shows what is left. A 429 names the limit and when to retry. What
              is refused (400, 402 and other 4xx) does not spend the limit of creations, but one of refusals: 60 a
              minute.
            </dd>
            <dt>Generators</dt>
            <dd>
              Clients of openapi-typescript, oapi-codegen and openapi-generator for Python and Java are tested with each
              release. For ogen, progenitor and others that read nothing newer than OpenAPI 3.0 there is
              <a href="/openapi/3.0/v1.json">a description of that version</a>. Give it to openapi-generator for Rust,
              too: from the other it makes findings that cannot be read. Give ogen
              <code>ignore_not_implemented: ["all"]</code> below <code>generator</code> in its <code>ogen.yml</code>: it
              has no type for an event of one of several kinds, and then leaves out <code>GET /v1/events</code> alone.
              For Python and typescript-fetch, give openapi-generator
              <code>--global-property apis,models,supportingFiles</code>: what it writes for webhooks is not sound. For
              Java with the library <code>native</code>, give it
              <code>--schema-mappings MetadataFilter=your.MetadataFilter</code>, a map of yours with a method
              <code>String toUrlQueryString(String name)</code> that writes <code>name[key]=value</code>, escaped: it
              calls that method and writes none.
            </dd>
            <dt>Failures</dt>
            <dd>
              Problem Details with a stable <code>code</code> and a <code>retryable</code> flag.
              <a href="/developers/errors">See all codes</a>.
            </dd>
          </dl>

          <h2>All there is</h2>
          ${cards(
            WAYS.map(({ href, name, what }) => ({ href, title: name, body: html`<p>${what}</p>` })),
            3,
          )}`,
      }),
    );
  },
});

const DESCRIPTION =
  'Research newsletter ideas by API: start a run, wait for it, read findings that validate against a published schema.';
