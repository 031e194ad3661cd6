import { open, type AnyRoute } from '../../http/endpoint';
import { PACKAGE_FILES, readPackage, type ClientPackage } from '../../platform/client-packages';

/** Path of the list of packages, and of what is below it. */
export const CLIENTS_PATH = '/developers/clients';

/** Path of a package. */
export const packagePath = (name: ClientPackage) => `${CLIENTS_PATH}/${PACKAGE_FILES[name]}`;

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

const TYPES: Record<ClientPackage, string> = {
  npm: 'application/gzip',
  mcp: 'application/gzip',
  python: 'application/zip',
};

/** A package as a download. It is counted: one is larger than all files of a page. */
function packageRoute(name: ClientPackage): AnyRoute {
  return {
    method: 'GET',
    path: packagePath(name),
    auth: open,
    large: true,
    failsAs: 'negotiated',
    ignoresQuery: true,
    responses: null,
    handle: () => ({
      status: 200,
      type: TYPES[name],
      body: readPackage(name).bytes,
      headers: { 'Cache-Control': 'public, max-age=3600' },
    }),
  };
}

/** Packages of the clients. */
export const clientRoutes: readonly AnyRoute[] = (Object.keys(PACKAGE_FILES) as ClientPackage[]).map(packageRoute);

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
export function mcpConfiguration(publicUrl: string): string {
  const server = {
    command: 'npx',
    args: ['-y', publicUrl + packagePath('mcp')],
    env: { NOI_API_KEY: 'noi_live_…', NOI_API_URL: publicUrl },
  };
  return JSON.stringify({ mcpServers: { noi: server } }, null, 2);
}
