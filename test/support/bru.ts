import { runInNewContext } from 'node:vm';
import { strFromU8, unzipSync } from 'fflate';
import { eventually } from './eventually';

/** Request of a collection for Bruno: the text of each block by its name, and the pairs of those that have pairs. */
interface BruRequest {
  folder: string;
  name: string;
  method: string;
  block(name: string): string;
  pairs(name: string): [key: string, value: string][];
}

/** Folders and requests of a zipped collection, as Bruno plays them: folder after folder, each by its `seq`. */
export function readCollection(zip: ArrayBuffer): { folders: BruRequest[]; requests: BruRequest[] } {
  const files = Object.entries(unzipSync(new Uint8Array(zip)))
    .filter(([name]) => name.endsWith('.bru') && !name.startsWith('environments/'))
    .map(([name, bytes]) => readBru(name, strFromU8(bytes)));
  const seq = (file: BruRequest) => Number(Object.fromEntries(file.pairs('meta')).seq);
  const folders = files.filter(({ name }) => name === 'folder').toSorted((a, b) => seq(a) - seq(b));
  const inFolder = (folder: string) =>
    files.filter((file) => file.folder === folder && file.name !== 'folder').toSorted((a, b) => seq(a) - seq(b));
  return { folders, requests: folders.flatMap(({ folder }) => inFolder(folder)) };
}

function readBru(file: string, text: string): BruRequest {
  const blocks = new Map<string, string>();
  // Every byte belongs to a block: what is not one fails here.
  const rest = text.replace(/^([\w:-]+) \{\n((?: {2}.*\n)*)\}\n/gm, (_, name: string, body: string) => {
    blocks.set(name, body.replace(/^ {2}/gm, ''));
    return '';
  });
  if (rest.trim()) throw new Error(`${file} has ${JSON.stringify(rest.trim())} outside of its blocks.`);
  const [folder, name] = file.replace(/\.bru$/, '').split('/') as [string, string];
  const block = (one: string) => blocks.get(one) ?? '';
  return {
    folder,
    name,
    method: [...blocks.keys()].find((one) => ['get', 'post', 'delete'].includes(one)) ?? '',
    block,
    pairs: (one) => [...block(one).matchAll(/^(.+?): (.*)$/gm)].map(([, key, value]) => [key!, value!]),
  };
}

/** What the scripts and assertions of Bruno read of an answer. */
interface BruAnswer {
  status: number;
  body: unknown;
}

/**
 * Sends one request with these variables, which its answer changes. Returns the assertions that do not hold, in words,
 * and the request that its script names as the next one.
 */
export async function playRequest(
  request: BruRequest,
  variables: Map<string, string>,
): Promise<{ flaws: string[]; next: string | null }> {
  const filled = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => variables.get(name) ?? whole);
  const { url } = Object.fromEntries(request.pairs(request.method)) as { url: string };
  const body = request.block('body:json');
  const send = () =>
    fetch(filled(url), {
      method: request.method.toUpperCase(),
      headers: Object.fromEntries(request.pairs('headers').map(([name, value]) => [name, filled(value)])),
      redirect: 'manual',
      ...(body && { body: filled(body) }),
    });
  // A busy machine is told to come back, for instance while a PDF is made.
  const response = await eventually(`${request.name} is answered`, async () => {
    const answer = await send();
    return !(answer.status === 503 && answer.headers.has('retry-after')) && answer;
  });
  const text = await response.text();
  const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '');
  const res: BruAnswer = { status: response.status, body: isJson ? JSON.parse(text) : text };
  for (const [name, expression] of request.pairs('vars:post-response')) {
    variables.set(name, String(evaluate(expression, res)));
  }
  const flaws = request
    .pairs('assert')
    .filter(([path, operation]) => !holds(evaluate(path, res), filled(operation)))
    .map(([path, operation]) => `${request.name}: ${path} ${filled(operation)}: ${res.status} ${text.slice(0, 500)}`);
  let next: string | null = null;
  const bru = { runner: { setNextRequest: (name: string) => (next = name) } };
  runInNewContext(request.block('script:post-response'), { res, bru });
  return { flaws, next };
}

function evaluate(expression: string, res: BruAnswer): unknown {
  return runInNewContext(expression.replaceAll('.', '?.'), { res }) as unknown;
}

function holds(value: unknown, operation: string): boolean {
  const [, operator, operand = ''] = /^(\w+) ?(.*)$/.exec(operation)!;
  switch (operator) {
    case 'eq':
      return String(value) === operand;
    case 'in':
      return (JSON.parse(operand) as unknown[]).includes(value);
    case 'isDefined':
      return value !== undefined;
    case 'isArray':
      return Array.isArray(value);
    default:
      throw new Error(`No such operator: ${operator}`);
  }
}
