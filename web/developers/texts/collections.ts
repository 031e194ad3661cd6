import { strToU8, zipSync } from 'fflate';
import type { AnyEndpoint } from '../../../http/endpoint';
import { SITE_NAME } from '../../layout';
import { idVariables, sampleRequests, type SampleRequest } from './operations';

const KEY = 'put your key here';

/** All requests as an `.http` file, for the HTTP clients of editors. */
export function httpFile(endpoints: readonly AnyEndpoint[], publicUrl: string): string {
  const requests = sampleRequests(endpoints);
  const variables = [
    `@baseUrl = ${publicUrl}`,
    `@apiKey = ${KEY}`,
    '# Count up for a new operation; the same number repeats one without doing it twice.',
    '@attempt = 1',
    ...idVariables(requests).map((name) => `@${name} = put an id here`),
  ];
  const blocks = requests.map(({ name, summary, method, path, headers, body }) =>
    [
      `### ${summary}`,
      `# @name ${name}`,
      `${method} {{baseUrl}}${path}`,
      ...headers.map(([header, value]) => `${header}: ${value}`),
      ...(body ? ['', body] : []),
    ].join('\n'),
  );
  return `# ${SITE_NAME}: ${publicUrl}/developers\n${variables.join('\n')}\n\n${blocks.join('\n\n')}\n`;
}

/** All requests as a collection for Bruno, zipped: a folder a tag, the key as a secret of its environment. */
export function brunoCollection(endpoints: readonly AnyEndpoint[], publicUrl: string): Uint8Array {
  const requests = sampleRequests(endpoints);
  const files: Record<string, string> = {
    'bruno.json': `${JSON.stringify({ version: '1', name: SITE_NAME, type: 'collection' }, null, 2)}\n`,
    'environments/API.bru': [
      block('vars', [`baseUrl: ${publicUrl}`, 'attempt: 1', ...idVariables(requests).map((name) => `${name}: `)]),
      'vars:secret [\n  apiKey\n]\n',
    ].join('\n'),
  };
  requests.forEach((request, place) => {
    files[`${request.tag}/${request.name}.bru`] = bruFile(request, place + 1);
  });
  const bytes = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  // A fixed time: the same table gives the same bytes.
  return zipSync(Object.fromEntries(bytes), { mtime: new Date('2026-01-01T00:00:00Z') });
}

function bruFile({ name, summary, method, path, headers, body }: SampleRequest, place: number): string {
  return [
    block('meta', [`name: ${name}`, 'type: http', `seq: ${place}`]),
    block(method.toLowerCase(), [`url: {{baseUrl}}${path}`, `body: ${body ? 'json' : 'none'}`, 'auth: none']),
    headers.length > 0 &&
      block(
        'headers',
        headers.map(([header, value]) => `${header}: ${value}`),
      ),
    body && block('body:json', body.split('\n')),
    block('docs', [summary]),
  ]
    .filter(Boolean)
    .join('\n');
}

function block(name: string, lines: readonly string[]): string {
  return `${name} {\n${lines.map((line) => `  ${line}`).join('\n')}\n}\n`;
}
