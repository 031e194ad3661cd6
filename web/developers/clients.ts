import { PACKAGE_FILES, readPackage, type ClientPackage } from '../../base/client-packages';
import { html } from '../../base/html';
import { codeBlock } from '../components/code';
import { page, show, textRoute } from '../page';
import { developersLayout } from './developers-layout';

/** Path of the list of packages, and of what is below it. */
export const CLIENTS_PATH = '/developers/clients';

const PACKAGES = Object.keys(PACKAGE_FILES) as ClientPackage[];

/** Path of a package. */
const packagePath = (name: ClientPackage) => `${CLIENTS_PATH}/${PACKAGE_FILES[name]}`;

/** Commands that install a client from this service, by the tool that runs them. */
export function installLines(publicUrl: string): Record<'npm' | 'pip' | 'uv' | 'npx', string> {
  const at = (name: ClientPackage) => publicUrl + packagePath(name);
  return {
    npm: `npm install ${at('npm')}`,
    // pip compares the checksum.
    pip: `pip install "${at('python')}#sha256=${readPackage('python').sha256}"`,
    uv: `uvx --with "${at('python')}" python`,
    npx: `npx -y ${at('mcp')}`,
  };
}

/** Packages of the clients. */
export const clientRoutes = PACKAGES.map((name) => {
  const type = name === 'python' ? 'application/zip' : 'application/gzip';
  return textRoute(packagePath(name), type, async () => readPackage(name).bytes);
});

/** Command that forwards events to a server of one's own; the package brings it. */
export const listenLine = (publicUrl: string) =>
  `NOI_API_URL=${publicUrl} npx -y ${publicUrl}${packagePath('npm')} listen --forward-to http://localhost:4000/hooks`;

/** Address of the MCP server that the service itself is. */
export const mcpAddress = (publicUrl: string) => `${publicUrl}/mcp`;

/** Configuration of an assistant that reaches the MCP server over HTTP. */
export function remoteMcpConfiguration(publicUrl: string): string {
  const server = { type: 'http', url: mcpAddress(publicUrl), headers: { Authorization: 'Bearer noi_test_…' } };
  return JSON.stringify({ mcpServers: { noi: server } }, null, 2);
}

/** Configuration of an assistant that starts the MCP server. */
function mcpConfiguration(publicUrl: string): string {
  const server = {
    command: 'npx',
    args: ['-y', publicUrl + packagePath('mcp')],
    env: { NOI_API_KEY: 'noi_live_…', NOI_API_URL: publicUrl },
  };
  return JSON.stringify({ mcpServers: { noi: server } }, null, 2);
}

/** Clients of ours: how to install each, and the checksum of what is served. */
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
            For TypeScript and Python, and for assistants that speak MCP. Each has the version of the API and comes from
            this service: no registry has them, so do not install them by name.
          </p>

          <h2>TypeScript and JavaScript</h2>
          <p>Node 20 and later, Deno, Bun and browsers; ESM and CommonJS; typed, without dependencies.</p>
          ${codeBlock('npm', npm, 'sh')}

          <p>
            The package brings a command, which needs a key in <code>NOI_API_KEY</code> and the address of this service
            in <code>NOI_API_URL</code>: <code>listen</code> forwards events to your machine and
            <code>events replay</code> delivers them again, both with a key that may manage webhooks;
            <code>runs wait</code> waits for a run.
          </p>
          ${codeBlock('listen', listenLine(publicUrl), 'sh')}

          <h2>Python</h2>
          <p>Python 3.10 and later, on httpx; typed, with and without asyncio. pip compares the checksum.</p>
          ${codeBlock('pip', pip, 'sh')}
          <p>By uv, without installing it:</p>
          ${codeBlock('uvx', uv, 'sh')}

          <h2>Assistants (MCP)</h2>
          <p>
            The service speaks MCP itself, over streamable HTTP at <code>${mcpAddress(publicUrl)}</code>, with a key of
            yours in <code>Authorization: Bearer</code> or <code>X-Api-Key</code>. Nothing is installed:
          </p>
          ${codeBlock('HTTP', remoteMcpConfiguration(publicUrl))}
          <p>
            Or the assistant starts the server on your machine. Then it can ask you before it buys, and says how far a
            run is:
          </p>
          ${codeBlock('npx', mcpConfiguration(publicUrl))}

          <h2>What they do for you</h2>
          <dl>
            <dt>Nothing is started twice</dt>
            <dd>Each POST carries an idempotency key and keeps it through every repetition.</dd>
            <dt>What can succeed is tried again</dt>
            <dd>
              Lost connections, 408, 425, 429 and 5xx, never before <code>Retry-After</code>. What cannot succeed fails
              at once, with the code of the problem.
            </dd>
            <dt>Waiting</dt>
            <dd><code>wait()</code> ends with the run, however often the service restarts meanwhile.</dd>
            <dt>Webhooks</dt>
            <dd>
              <code>verifyWebhook</code> and <code>verify_webhook</code> check a delivery and give its event, typed by
              what it is about.
            </dd>
          </dl>

          <h2>Checksums</h2>
          <p>SHA-256 of each package; the same version has the same bytes.</p>
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
