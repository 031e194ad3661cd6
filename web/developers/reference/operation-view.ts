import { STATUS_CODES } from 'node:http';
import { Type, type TSchema } from '@sinclair/typebox';
import { html, type Fragment, type Markup } from '../../../base/html';
import { idSchema } from '../../../base/ids';
import { isTyped, type AnyEndpoint, type ResponseSpec } from '../../../http/endpoint';
import { exampleOf } from '../../../http/examples';
import { problemsOf, statusOf } from '../../../http/problem';
import { requestHeaders } from '../../../http/request-headers';
import { VERSIONING_PATH } from '../../../http/retirement';
import { codeBlock, withCode } from '../../components/code';
import { tabs } from '../../components/frame';
import { idVariable } from '../texts/operations';
import { TRY_PATH } from './areas';
import type { SchemaViews } from './schema-view';

/** Renders one block of a description: a paragraph or a Markdown list. */
function block(text: string): Markup {
  if (!text.startsWith('- ')) return html`<p>${withCode(text)}</p>`;
  return html`<ul>
    ${text.split('\n').map((line) => html`<li>${withCode(line.slice(2))}</li>`)}
  </ul>`;
}

/** Reference of one endpoint: fields on the left, sample request and response on the right. */
export function operationView(spec: AnyEndpoint, views: SchemaViews): Markup {
  const { operationId: id, summary, description, tag } = spec;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-name">
    <div class="says">
      <h2 id="${id}-name"><a href="#${id}">${summary}</a></h2>
      <p class="address">${addressOf(spec)}</p>
      ${description?.trim().split('\n\n').map(block)} ${retiring(spec)} ${part('Parameters', parameters(spec, views))}
      ${spec.body && part('Body', views.body(spec.body, `${id}.body`))}
      ${Object.entries(spec.responses).map(([status, response]) => answer(Number(status), response, views, id))}
      <h3>Errors</h3>
      ${failures(spec)}
    </div>
    <div class="shows">
      ${access(spec)}
      ${tabs('language', [
        { label: 'curl', body: codeBlock(`${id}-curl`, asCurl(spec), 'sh') },
        { label: 'TypeScript', body: codeBlock(`${id}-ts`, asTypeScript(spec), 'ts') },
        { label: 'Python', body: codeBlock(`${id}-python`, asPython(spec), 'py') },
      ])}
      ${example(spec)}
      <p><a href="${TRY_PATH}#/${tag}/${id}">Try it</a></p>
    </div>
  </section>`;
}

export function addressOf({ method, path }: Pick<AnyEndpoint, 'method' | 'path'>): Markup {
  return html`<span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code>`;
}

function access({ auth }: AnyEndpoint): Markup {
  if (auth.type !== 'key') return html`<p class="soft">No key needed</p>`;
  const scopes = auth.scopes.flatMap((scope, place) => [
    place > 0 && (auth.match === 'every' ? ' and ' : ' or '),
    html`<code>${scope}</code>`,
  ]);
  return html`<p class="soft">
    ${auth.mode === null ? 'API key' : `${auth.mode === 'live' ? 'Live' : 'Test'} key`} with ${scopes}
  </p>`;
}

function retiring({ retires }: AnyEndpoint): Fragment {
  if (!retires) return null;
  return html`<p class="notice warn">
    <a href="${VERSIONING_PATH}">Retired</a>: works until ${retires.sunset}.
    ${retires.successor ? `Use ${retires.successor} instead.` : 'There is no replacement.'}
  </p>`;
}

function part(heading: string, content: Fragment): Fragment {
  return (
    content &&
    html`<h3>${heading}</h3>
      ${content}`
  );
}

function parameters(spec: AnyEndpoint, views: SchemaViews): Fragment {
  const within = spec.operationId;
  const query = Object.entries((spec.query?.properties ?? {}) as Record<string, TSchema>);
  const rows = [
    ...(spec.id
      ? [
          views.field('id', Type.Unsafe(idSchema(spec.id.prefix)), {
            required: true,
            within,
            description: 'In the path.',
          }),
        ]
      : []),
    ...query.map(([name, schema]) =>
      views.field(name, schema, {
        required: schema.default === undefined && (spec.query!.required ?? []).includes(name),
        within,
      }),
    ),
    ...requestHeaders(spec).map(({ name, schema, required, description }) =>
      views.field(name, schema, { required, within, description: `Header. ${description}` }),
    ),
  ];
  return (
    rows.length > 0 &&
    html`<ul class="fields">
      ${rows}
    </ul>`
  );
}

function answer(status: number, response: ResponseSpec, views: SchemaViews, id: string): Markup {
  const heading = html`<h3><span class="tag good">${status}</span> ${STATUS_CODES[status]}</h3>`;
  if (response === null)
    return html`${heading}
      <p class="soft">No body.</p>`;
  if (!isTyped(response)) return html`${heading}${views.body(response, `${id}.${status}`)}`;
  return html`${heading}${Object.entries(response.content).map(
    ([type, schema]) =>
      html`<p><code>${type}</code></p>
        ${type.startsWith('application/json') && views.body(schema, `${id}.${status}`)}`,
  )}`;
}

/** Error statuses with their codes. Each code links to its explanation. */
function failures(spec: AnyEndpoint): Markup {
  const codes = problemsOf(spec);
  const statuses = [...new Set(codes.map((code) => statusOf(spec, code)))].toSorted((a, b) => a - b);
  return html`<dl class="failures">
    ${statuses.map(
      (status) =>
        html`<dt>${status}</dt>
          <dd>
            ${codes
              .filter((code) => statusOf(spec, code) === status)
              .map((code) => html`<a href="/developers/errors#${code}"><code>${code}</code></a> `)}
          </dd>`,
    )}
  </dl>`;
}

const SHOWN_LINES = 40;

/** Example of the first successful JSON response. */
function example({ operationId, responses, example: own }: AnyEndpoint): Fragment {
  for (const [status, response] of Object.entries(responses)) {
    const schema = response && isTyped(response) ? response.content['application/json'] : response;
    if (!schema) continue;
    const { value, isShortened } = shortened(own ?? exampleOf(schema));
    const lines = JSON.stringify(value, null, 2).split('\n');
    const isCut = lines.length > SHOWN_LINES;
    const text = isCut ? [...lines.slice(0, SHOWN_LINES), '…'].join('\n') : lines.join('\n');
    return html`<h3>Response <span class="tag good">${status}</span></h3>
      ${codeBlock(`${operationId}-answer`, text, 'json')}
      ${
        (isShortened || isCut) &&
        html`<p class="soft">Shortened. <a href="/openapi/v1.json">The API description</a> has the full example.</p>`
      }`;
  }
  return null;
}

/** Truncates every list to its first entry. */
function shortened(value: unknown): { value: unknown; isShortened: boolean } {
  let isShortened = false;
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) {
      if (one.length > 1) isShortened = true;
      return one.slice(0, 1).map(walk);
    }
    if (one === null || typeof one !== 'object') return one;
    return Object.fromEntries(Object.entries(one).map(([name, member]) => [name, walk(member)]));
  };
  return { value: walk(value), isShortened };
}

/** curl command for a POSIX shell. The base URL, key and id are shell variables. */
function asCurl(spec: AnyEndpoint): string {
  const { method, body, bodyType } = spec;
  const saves = spec.answers?.includes('Content-Disposition') ?? false;
  const path = spec.path.replace('{id}', `$${shellName(idVariable(spec))}`) + queryOf(spec);
  return [
    // `--fail-with-body` would save an error body as the downloaded file.
    `curl -sS ${saves ? '--fail' : '--fail-with-body'} ${method === 'DELETE' ? '-X DELETE ' : ''}"$NOI_API_URL${path}"`,
    spec.auth.type === 'key' && '-H "X-Api-Key: $NOI_API_KEY"',
    spec.idempotent && `-H "Idempotency-Key: ${spec.operationId}-1"`,
    spec.waits && '-H "Prefer: wait=20"',
    body && !bodyType && '-H "Content-Type: application/json"',
    body && !bodyType && `-d ${quoted(JSON.stringify(exampleOf(body)))}`,
    method === 'POST' && !body && '-X POST',
    saves && '-O -J',
  ]
    .filter(Boolean)
    .join(' \\\n  ');
}

/** The request with our TypeScript client, whose `call` knows every endpoint. */
function asTypeScript(spec: AnyEndpoint): string {
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
  return `const answer = await ${call}(${endpoint}, {\n${parts.map((each) => `  ${each.replaceAll('\n', '\n  ')},`).join('\n')}\n});`;
}

/** The request with our Python client. */
function asPython(spec: AnyEndpoint): string {
  const { method, body, idempotent } = spec;
  const path = spec.path.replace('{id}', `{${shellName(idVariable(spec)).toLowerCase()}}`);
  const query = requiredQuery(spec);
  const parts = [
    `"${method}", ${spec.id || spec.idIsToken ? 'f' : ''}"${path}"`,
    Object.keys(query).length > 0 && `query=${pythonLiteral(query)}`,
    body && `body=${pythonLiteral(exampleOf(body))}`,
    idempotent && `idempotency_key="${spec.operationId}-1"`,
  ].filter(Boolean) as string[];
  const read = hasBytes(spec) ? '.content' : spec.responses[204] === null ? '' : '.json()';
  if (parts.length === 1) return `answer = client.call(${parts[0]})${read}`;
  return `answer = client.call(\n${parts.map((each) => `    ${each.replaceAll('\n', '\n    ')},`).join('\n')}\n)${read}`;
}

/** True if a successful response is not JSON. */
function hasBytes({ responses }: AnyEndpoint): boolean {
  return Object.values(responses).some((one) => one !== null && isTyped(one) && !('application/json' in one.content));
}

/** Example values of the required query parameters. */
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

/** A value as a TypeScript literal. Property names are quoted only if necessary. */
function literal(value: unknown): string {
  return JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([a-z_$][\w$]*)":/gim, '$1$2:')
    .replace(/"((?:[^"\\']|\\(?!"))*)"/g, "'$1'");
}

const PYTHON_WORDS: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };

/** A value as a Python literal: JSON, except for `true`, `false` and `null`. */
function pythonLiteral(value: unknown): string {
  return JSON.stringify(value, null, 4).replace(
    /"(?:[^"\\]|\\.)*"|\b(?:true|false|null)\b/g,
    (token) => PYTHON_WORDS[token] ?? token,
  );
}
