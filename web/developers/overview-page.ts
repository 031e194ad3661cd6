import type { Scope } from '../../base/access';
import { html, type Markup } from '../../base/html';
import { SANDBOX_OUTCOMES } from '../../modules/run-kinds/sandbox';
import { codeSamples, type CodeSample } from '../../modules/runs/use-cases/code-samples';
import { codeBlock, withCode } from '../components/code';
import { tabs } from '../components/frame';
import { page, show } from '../page';
import { CLIENTS_PATH, installLines, remoteMcpConfiguration } from './clients';
import { developersLayout, environment, sample, scopeNote, TEST_KEY_PATH, WAYS } from './developers-layout';

const QUICK_START = sample('quick-start.ts');
const QUICK_START_PYTHON = sample('quick-start.py');

/** Scopes that the sample programs need. */
const PROGRAM: readonly Scope[] = ['sandbox', 'evaluations:create', 'runs:read', 'findings:read', 'dossiers:read'];

/** Number of curl requests that are not folded. */
const FIRST_SAMPLES = 4;

/** Quick start: a sandbox run in each language, from first request to PDF. Links to all other developer pages. */
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
        body: html`<h1>Quick start</h1>
          <p class="lead">
            Check a newsletter idea from your code and save its dossier as a PDF. It takes about five minutes and costs
            nothing, because test keys use the sandbox.
          </p>

          <h2>1. Create a test key</h2>
          <p>
            A new account needs only your email address. Name the key and keep the other settings: it is a test key with
            all scopes, so every sample in these pages works with it.
          </p>
          <p class="actions"><a class="button" href="${TEST_KEY_PATH}">Create a test key</a></p>

          <h2>2. Set the address and your key</h2>
          <p>
            Every sample reads these two variables. Replace <code>noi_test_…</code> with your key, or paste the lines
            shown with your new key.
          </p>
          ${codeBlock('environment', environment(publicUrl), 'sh')}

          <h2>3. Run an Idea Check</h2>
          ${tabs('language', [
            { label: 'curl', body: curl() },
            { label: 'TypeScript', body: typeScript(publicUrl) },
            { label: 'Python', body: python(publicUrl) },
            { label: 'MCP', body: mcp(publicUrl) },
          ])}
          <p>
            Sandbox findings are made up, but have the structure of real ones:
            <a href="/v1/findings-schema">every field is in the schema</a>.
          </p>

          <h2>Go live</h2>
          <ol>
            <li><a href="/account/keys">Create a key</a> with the mode <strong>live</strong>.</li>
            <li><a href="/account/credits">Buy a credit</a>. Each run uses one.</li>
            <li>
              Call <code>/v1/evaluations</code> and <code>/v1/searches</code> instead of
              <code>/v1/sandbox/evaluations</code> and <code>/v1/sandbox/searches</code>. Research takes minutes to
              hours, so use <a href="/developers/webhooks">webhooks</a> to learn when a run has ended.
            </li>
          </ol>
          <p>
            Keep keys in a secret store. We show a key once and store only its hash. When you replace one, the old key
            works for a grace period that you choose. Send it as <code>X-Api-Key</code> or
            <code>Authorization: Bearer</code>.
          </p>

          <h2>Test every outcome</h2>
          <p>
            Put one of these words into <code>idea</code> or <code>operatorProfile</code> to choose how a sandbox run
            ends. <code>POST /v1/sandbox/runs/{id}/deadline</code> moves a run to its deadline.
          </p>
          <dl class="codes">
            ${Object.entries(SANDBOX_OUTCOMES).map(
              ([name, effect]) =>
                html`<dt><code>sandbox:${name}</code></dt>
                  <dd>${withCode(effect)}</dd>`,
            )}
          </dl>

          <h2>How requests work</h2>
          <dl>
            <dt>Idempotency</dt>
            <dd>
              Send a new <code>Idempotency-Key</code> with each operation, and the same key to retry it. You get the
              first response again, and nothing is bought or started twice.
            </dd>
            <dt>Waiting</dt>
            <dd>
              <code>Prefer: wait=20</code> holds the response until the run changes or 20 seconds have passed. Send the
              last <code>ETag</code> as <code>If-None-Match</code> to get 304 if nothing has changed.
            </dd>
            <dt>Limits</dt>
            <dd>
              <code>RateLimit</code> in every response shows what is left. A 429 names the limit and says when to retry.
              Rejected requests (4xx) count against a separate limit of 60 a minute.
            </dd>
            <dt>Errors</dt>
            <dd>
              Errors have a stable <code>code</code> and say whether a retry can succeed.
              <a href="/developers/errors">See all codes</a>.
            </dd>
          </dl>

          <h2>Resources</h2>
          <dl class="codes">
            ${WAYS.map(
              ({ href, name, what }) =>
                html`<dt><a href="${href}">${name}</a></dt>
                  <dd>${what}</dd>`,
            )}
          </dl>`,
      }),
    );
  },
});

function curl(): Markup {
  const samples = codeSamples().map(curlSample);
  return html`<p>Paste these into one shell, in this order.</p>
    ${samples.slice(0, FIRST_SAMPLES)}
    <p>The third response contains the verdict. <code>dossier.pdf</code> is in the current folder.</p>
    <details>
      <summary>More requests: findings, archive, Custom Search, account, usage</summary>
      ${samples.slice(FIRST_SAMPLES)}
    </details>`;
}

function curlSample({ title, command, scopes }: CodeSample, place: number): Markup {
  return html`<h4>${title}</h4>
    ${codeBlock(`sample-${place}`, command, 'sh', scopeNote(scopes))}`;
}

function typeScript(publicUrl: string): Markup {
  return html`<p>
      Install <a href="${CLIENTS_PATH}">the client</a>, save the program as <code>quick-start.mjs</code> and run it.
      Node 20 or later. Rename it to <code>quick-start.mts</code> to compile it as TypeScript.
    </p>
    ${codeBlock('client', installLines(publicUrl).npm, 'sh')}
    ${codeBlock('quick-start', QUICK_START, 'ts', scopeNote(PROGRAM))}
    ${codeBlock('quick-start-command', 'node quick-start.mjs', 'sh')} ${printed()}`;
}

function python(publicUrl: string): Markup {
  return html`<p>
      Install <a href="${CLIENTS_PATH}">the client</a>, save the program as <code>quick_start.py</code> and run it.
      Python 3.10 or later.
    </p>
    ${codeBlock('environment-python', 'python3 -m venv .venv && . .venv/bin/activate', 'sh')}
    ${codeBlock('client-python', installLines(publicUrl).pip, 'sh')}
    ${codeBlock('quick-start-python', QUICK_START_PYTHON, 'py', scopeNote(PROGRAM))}
    ${codeBlock('quick-start-python-command', 'python quick_start.py', 'sh')} ${printed()}`;
}

function printed(): Markup {
  return html`<p>
    It prints the verdict and the score, such as <code>refine 64</code>, and saves <code>dossier.pdf</code>.
  </p>`;
}

function mcp(publicUrl: string): Markup {
  return html`<p>Add this server to your assistant, with your key:</p>
    ${codeBlock('mcp', remoteMcpConfiguration(publicUrl), 'json', scopeNote(PROGRAM))}
    <p>
      Then ask it: “Check this newsletter idea: a weekly letter on heat pump policy for installers.” It answers with the
      verdict, and returns the dossier as PDF if you ask. It is also in <a href="/account/runs">your account</a>.
    </p>`;
}

const DESCRIPTION =
  'Check newsletter ideas by API: start a run, wait for it, and read findings that validate against a published schema.';
