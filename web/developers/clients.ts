import { PACKAGE_FILES, readPackage, type ClientPackage } from '../../base/client-packages';
import { html } from '../../base/html';
import { codeBlock } from '../components/code';
import { page, show, textRoute } from '../page';
import { developersLayout, environment, scopeNote, TEST_KEY_PATH } from './developers-layout';

/** Path of the clients page. Package URLs start with it. */
export const CLIENTS_PATH = '/developers/clients';

const PACKAGES = Object.keys(PACKAGE_FILES) as ClientPackage[];

const packagePath = (name: ClientPackage) => `${CLIENTS_PATH}/${PACKAGE_FILES[name]}`;

/** Commands that install a client from this service, one for each package manager. */
export function installLines(publicUrl: string): Record<'npm' | 'pip' | 'uv' | 'npx', string> {
  const at = (name: ClientPackage) => publicUrl + packagePath(name);
  return {
    npm: `npm install ${at('npm')}`,
    // pip verifies this checksum.
    pip: `pip install "${at('python')}#sha256=${readPackage('python').sha256}"`,
    uv: `uvx --with "${at('python')}" python`,
    npx: `npx -y ${at('mcp')}`,
  };
}

/** Serves the client packages. */
export const clientRoutes = PACKAGES.map((name) => {
  const type = name === 'python' ? 'application/zip' : 'application/gzip';
  return textRoute(packagePath(name), type, async () => readPackage(name).bytes);
});

/** Command that forwards events to a local server. */
export const listenLine = (publicUrl: string) =>
  `npx -y ${publicUrl}${packagePath('npm')} listen --forward-to http://localhost:4000/hooks`;

/** URL of the MCP server in this service. */
export const mcpAddress = (publicUrl: string) => `${publicUrl}/mcp`;

/** Assistant configuration for MCP over HTTP. */
export function remoteMcpConfiguration(publicUrl: string): string {
  const server = { type: 'http', url: mcpAddress(publicUrl), headers: { Authorization: 'Bearer noi_test_…' } };
  return JSON.stringify({ mcpServers: { noi: server } }, null, 2);
}

/** Assistant configuration that starts the MCP server locally. */
function mcpConfiguration(publicUrl: string): string {
  const server = {
    command: 'npx',
    args: ['-y', publicUrl + packagePath('mcp')],
    env: { NOI_API_URL: publicUrl, NOI_API_KEY: 'noi_test_…' },
  };
  return JSON.stringify({ mcpServers: { noi: server } }, null, 2);
}

/** Our clients: how to install them, and the checksums of their packages. */
export const clientsPage = page({
  method: 'GET',
  path: CLIENTS_PATH,

  handle({ deps }) {
    const { publicUrl } = deps.settings;
    const { npm, pip, uv } = installLines(publicUrl);
    return show(
      developersLayout({
        title: 'Clients',
        current: CLIENTS_PATH,
        about: { publicUrl, path: CLIENTS_PATH, description: 'Clients for TypeScript and Python, and tools by MCP.' },
        body: html`<h1>Clients</h1>
          <p class="lead">
            For TypeScript and Python, and for assistants that speak MCP. Install them with the commands below: they are
            not on npm or PyPI.
          </p>
          <p>All of them read two variables. <a href="${TEST_KEY_PATH}">Create a test key</a> first.</p>
          ${codeBlock('environment', environment(publicUrl), 'sh')}

          <h2>TypeScript and JavaScript</h2>
          <p>For Node 20 and later, Deno, Bun and browsers. ESM and CommonJS, typed, without dependencies.</p>
          ${codeBlock('npm', npm, 'sh')}
          <p>
            The package has a command. <code>listen</code> forwards events to your machine,
            <code>events replay</code> delivers them again, <code>runs wait</code> waits for a run, and
            <code>runs batch</code> starts one for each line of a file.
          </p>
          ${codeBlock('listen', listenLine(publicUrl), 'sh', scopeNote(['webhooks:manage']))}

          <h2>Python</h2>
          <p>For Python 3.10 and later, built on httpx. Typed, with and without asyncio. pip verifies the checksum.</p>
          ${codeBlock('pip', pip, 'sh')}
          <p>Or try it with uv, without installing it:</p>
          ${codeBlock('uvx', uv, 'sh')}

          <h2>Assistants (MCP)</h2>
          <p>
            Connect your assistant to <code>${mcpAddress(publicUrl)}</code> (streamable HTTP). Send your key as
            <code>Authorization: Bearer</code> or <code>X-Api-Key</code>. There is nothing to install. Its tools check
            ideas and search for them, one or many at once, and return findings and dossiers (PDF, Markdown):
          </p>
          ${codeBlock('HTTP', remoteMcpConfiguration(publicUrl), 'json')}
          <p>
            Or let the assistant start the server on your machine. It can then ask you before it buys and show progress:
          </p>
          ${codeBlock('npx', mcpConfiguration(publicUrl), 'json')}

          <h2>What the clients do for you</h2>
          <dl>
            <dt>Start once</dt>
            <dd>Each POST has an idempotency key, which retries reuse, so nothing starts twice.</dd>
            <dt>Retry</dt>
            <dd>
              They retry lost connections, 408, 425, 429 and 5xx, never before <code>Retry-After</code>. Other errors
              are raised at once with their code.
            </dd>
            <dt>Wait</dt>
            <dd><code>wait()</code> returns when the run has ended, even if the service restarts meanwhile.</dd>
            <dt>Verify</dt>
            <dd>
              <code>verifyWebhook</code> and <code>verify_webhook</code> check a delivery and return its typed event.
            </dd>
          </dl>

          <h2>Generate your own</h2>
          <p>
            Each release is tested with clients of openapi-typescript, oapi-codegen and openapi-generator for Python,
            made from <a href="/openapi/v1.json">OpenAPI 3.1</a>, and of openapi-generator for Java. Some generators
            need help:
          </p>
          <dl>
            <dt>OpenAPI 3.0 only</dt>
            <dd>
              Give ogen, progenitor and openapi-generator for Java and Rust
              <a href="/openapi/3.0/v1.json">the description in OpenAPI 3.0</a>.
            </dd>
            <dt>ogen</dt>
            <dd>
              Set <code>ignore_not_implemented: ["all"]</code> below <code>generator</code> in <code>ogen.yml</code>. It
              then leaves out <code>GET /v1/events</code>.
            </dd>
            <dt>openapi-generator</dt>
            <dd>
              For Python and typescript-fetch, pass
              <code>--global-property apis,models,supportingFiles</code> to leave out its webhook code, which does not
              work.
            </dd>
            <dt>Java, <code>native</code></dt>
            <dd>
              Pass <code>--schema-mappings MetadataFilter=your.MetadataFilter</code>: a map with a method
              <code>String toUrlQueryString(String name)</code> that writes <code>name[key]=value</code>, escaped. The
              generated code calls this method but does not contain it.
            </dd>
          </dl>

          <h2>Checksums</h2>
          <p>SHA-256 of each package. A version never changes.</p>
          <dl>
            ${PACKAGES.map((name) => {
              const { bytes, sha256 } = readPackage(name);
              return html`<dt><a href="${packagePath(name)}">${PACKAGE_FILES[name]}</a></dt>
                <dd>${Math.ceil(bytes.length / 1_024)} kB, <code class="digest">${sha256}</code></dd>`;
            })}
          </dl>`,
      }),
    );
  },
});
