import { exampleOf } from '../../../http/examples';
import { isTyped, type AnyEndpoint } from '../../../http/endpoint';
import { idVariable } from '../texts/operations';

/** Request to an endpoint for a POSIX shell, with the key and the id in variables. */
export function asCurl(spec: AnyEndpoint, publicUrl: string): string {
  const { method, body, bodyType } = spec;
  const path = spec.path.replace('{id}', `$${shellName(idVariable(spec))}`) + queryOf(spec);
  return [
    `curl -sS --fail-with-body ${method === 'DELETE' ? '-X DELETE ' : ''}"${publicUrl}${path}"`,
    spec.auth.type === 'key' && '-H "X-Api-Key: $NOI_API_KEY"',
    spec.idempotent && `-H "Idempotency-Key: ${spec.operationId}-1"`,
    spec.waits && '-H "Prefer: wait=20"',
    body && !bodyType && '-H "Content-Type: application/json"',
    body && !bodyType && `-d ${quoted(JSON.stringify(exampleOf(body)))}`,
    method === 'POST' && !body && '-X POST',
    hasBytes(spec) && '-O -J',
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

/** The same by our client, whose `call` knows every endpoint. */
export function asTypeScript(spec: AnyEndpoint): string {
  const { method, path, body, idempotent } = spec;
  const parts = [
    spec.id && (idVariable(spec) === 'id' ? 'path: { id }' : `path: { id: ${idVariable(spec)} }`),
    queryOf(spec) && `query: ${literal(requiredQuery(spec))}`,
    body && `body: ${literal(exampleOf(body))}`,
    idempotent && `idempotencyKey: '${spec.operationId}-1'`,
  ].filter(Boolean) as string[];
  const call = hasBytes(spec) ? 'noi.call.bytes' : 'noi.call';
  const endpoint = `'${method} ${path}'`;
  if (parts.length === 0) return `const answer = await ${call}(${endpoint});`;
  return `const answer = await ${call}(${endpoint}, {\n${parts.map((part) => `  ${part.replaceAll('\n', '\n  ')},`).join('\n')}\n});`;
}

/** True where a success is no JSON. */
function hasBytes({ responses }: AnyEndpoint): boolean {
  return Object.values(responses).some((one) => one !== null && isTyped(one) && !('application/json' in one.content));
}

/** Parameters without which the endpoint refuses. */
function requiredQuery({ query }: AnyEndpoint): Record<string, unknown> {
  const names = (query?.required ?? []).filter((name) => query!.properties[name]!.default === undefined);
  return Object.fromEntries(names.map((name) => [name, exampleOf(query!.properties[name]!)]));
}

function queryOf(spec: AnyEndpoint): string {
  const query = Object.entries(requiredQuery(spec)).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return query.length > 0 ? `?${query.join('&')}` : '';
}

const shellName = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase();
const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Value as the source of a program; names of members stand without quotes where they can. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([a-z_$][\w$]*)":/gim, '$1$2:')
    .replace(/"((?:[^"\\']|\\(?!"))*)"/g, "'$1'");
}
