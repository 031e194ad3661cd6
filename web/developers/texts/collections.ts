import { strToU8, zipSync } from 'fflate';
import type { AnyEndpoint } from '../../../http/endpoint';
import { SITE_NAME } from '../../layout';
import { idVariables, sampleRequests, type Check, type CollectionPart, type SampleRequest } from './operations';

const KEY = 'noi_test_…';

const REFUSED = 'These requests reject a test key, as documented: they need a live key and use credits.';
const BY_HAND =
  'Not sent automatically: these send email, move money, or need an id or token that only you have. Send them one by one.';

/** All requests as an `.http` file. With a test key, it runs from top to bottom and checks each response. */
export function httpFile(endpoints: readonly AnyEndpoint[], publicUrl: string): string {
  const requests = sampleRequests(endpoints);
  const head = [
    `# ${SITE_NAME}: ${publicUrl}/developers`,
    '# Runs from top to bottom with a test key that has all scopes. It captures ids and checks answers.',
    '# If your client does not support @loop, send getRun until the run has completed.',
    `@NOI_API_URL = ${publicUrl}`,
    `@NOI_API_KEY = ${KEY}`,
    ...idVariables(requests).map((name) => `@${name} = put an id here`),
  ];
  const part = (name: CollectionPart) => requests.filter((request) => request.part === name).map(httpBlock);
  const blocks = [
    ...part('played'),
    `# ${REFUSED}`,
    ...part('refused'),
    `# ${BY_HAND}\n# Remove "# @disabled" to send one.`,
    ...part('by hand'),
  ];
  return `${head.join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

function httpBlock({ name, summary, part, method, path, headers, body, ...answer }: SampleRequest): string {
  const { statuses, checks, captures, againWhile } = answer;
  const member = (of: string) => (of ? `response.body.${of}` : 'response.body');
  const sets = captures.map(
    ([variable, from]) => `client.global.set("${variable}", ${from === null ? 'Date.now()' : member(from)});`,
  );
  const asserts = [
    `client.assert(${JSON.stringify(statuses)}.includes(response.status), "answered " + response.status);`,
    ...checks.map((check) => `client.assert(${condition(check, member)}, "${check.member || 'body'}");`),
  ];
  return [
    `### ${summary}`,
    `# @name ${name}`,
    ...(part === 'by hand' ? ['# @disabled'] : []),
    ...(againWhile.length > 0 ? [`# @loop while ${JSON.stringify(againWhile)}.includes(runStatus)`] : []),
    `${method} {{NOI_API_URL}}${path}`,
    ...headers.map(([header, value]) => `${header}: ${value}`),
    ...(body ? ['', body] : []),
    '',
    '> {%',
    ...sets.map((line) => `  ${line}`),
    `  client.test("${name}", function () {`,
    ...asserts.map((line) => `    ${line}`),
    '  });',
    '%}',
  ].join('\n');
}

function condition({ member, is }: Check, pathOf: (member: string) => string): string {
  const value = pathOf(member);
  if (is === 'list') return `Array.isArray(${value})`;
  if (is === 'present') return `${value} !== undefined`;
  const variable = /^\{\{(\w+)\}\}$/.exec(is.equal)?.[1];
  return `${value} === ${variable ? `client.global.get("${variable}")` : JSON.stringify(is.equal)}`;
}

/** Zipped Bruno collection with one folder per tag. The API key is a secret in the collection's environment. */
export function brunoCollection(endpoints: readonly AnyEndpoint[], publicUrl: string): Uint8Array {
  const requests = sampleRequests(endpoints);
  const files: Record<string, string> = {
    'bruno.json': `${JSON.stringify({ version: '1', name: SITE_NAME, type: 'collection' }, null, 2)}\n`,
    'environments/API.bru': [
      block('vars', [`NOI_API_URL: ${publicUrl}`, 'attempt: 1', ...idVariables(requests).map((name) => `${name}: `)]),
      'vars:secret [\n  NOI_API_KEY\n]\n',
    ].join('\n'),
  };
  [...new Set(requests.map(folderOf))].forEach((folder, place) => {
    files[`${folder}/folder.bru`] = folderFile(folder, place + 1);
  });
  requests.forEach((request, place) => {
    files[`${folderOf(request)}/${request.name}.bru`] = bruFile(request, place + 1);
  });
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  // With a fixed timestamp, the same requests give the same bytes.
  return zipSync(Object.fromEntries(bytes), { mtime: new Date('2026-01-01T00:00:00Z') });
}

const FOLDERS = { refused: 'live key only', 'by hand': 'by hand' };

function folderOf({ part, tag }: SampleRequest): string {
  return part === 'played' ? tag : FOLDERS[part];
}

function folderFile(folder: string, place: number): string {
  const blocks = [block('meta', [`name: ${folder}`, `seq: ${place}`])];
  if (folder === FOLDERS.refused) blocks.push(block('docs', [REFUSED]));
  if (folder === FOLDERS['by hand']) {
    blocks.push(block('script:pre-request', ['bru.runner.skipRequest();']), block('docs', [BY_HAND]));
  }
  return blocks.join('\n');
}

function bruFile({ name, summary, method, path, headers, body, ...answer }: SampleRequest, place: number): string {
  const { statuses, checks, captures, againWhile } = answer;
  const status = statuses.length > 1 ? `in [${statuses.join(', ')}]` : `eq ${statuses[0]}`;
  const member = (of: string) => (of ? `res.body.${of}` : 'res.body');
  const lines = (pairs: readonly (readonly [string, string])[]) => pairs.map(([key, value]) => `${key}: ${value}`);
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${place}`]),
    block(method.toLowerCase(), [`url: {{NOI_API_URL}}${path}`, `body: ${body ? 'json' : 'none'}`, 'auth: none']),
    headers.length > 0 && block('headers', lines(headers)),
    body && block('body:json', body.split('\n')),
    captures.length > 0 &&
      block(
        'vars:post-response',
        lines(captures.map(([variable, from]) => [variable, from === null ? 'Date.now()' : member(from)])),
      ),
    block('assert', [`res.status: ${status}`, ...checks.map((check) => `${member(check.member)}: ${operator(check)}`)]),
    againWhile.length > 0 &&
      block('script:post-response', [
        `if (${JSON.stringify(againWhile)}.includes(res.body.status)) bru.runner.setNextRequest("${name}");`,
      ]),
    block('docs', [summary]),
  ]
    .filter(Boolean)
    .join('\n');
}

function operator({ is }: Check): string {
  if (is === 'list') return 'isArray';
  return is === 'present' ? 'isDefined' : `eq ${is.equal}`;
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
}
