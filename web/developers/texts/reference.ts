import { TAGS, type AnyEndpoint } from '../../../http/endpoint';
import { scopeText } from '../../../http/middleware/authenticate';
import { sampleRequest } from './operations';

/** Reference as Markdown: every endpoint of customers by its tag, with what it needs and an example of its body. */
export function referenceText(all: readonly AnyEndpoint[], publicUrl: string): string {
  const endpoints = all.filter(({ internal }) => !internal);
  const parts = Object.entries(TAGS).flatMap(([tag, about]) => {
    const own = endpoints.filter((spec) => spec.tag === tag);
    return own.length > 0 ? [`## ${tag}`, about, ...own.flatMap(operationText)] : [];
  });
  const head = ['# API reference', `Address: ${publicUrl}. The exact description is ${publicUrl}/openapi/v1.json.`];
  return `${[...head, ...parts].join('\n\n')}\n`;
}

function operationText(spec: AnyEndpoint): string[] {
  const { method, path, summary, description, auth, idempotent, query } = spec;
  const { body } = sampleRequest(spec);
  const needs = [
    auth.type === 'key' && `a key with \`${scopeText(auth)}\`${auth.mode ? ` (${auth.mode})` : ''}`,
    idempotent && 'an `Idempotency-Key`',
  ].filter(Boolean);
  const names = Object.keys(query?.properties ?? {}).map((name) => `\`${name}\``);
  return [
    `### ${method} ${path}`,
    [`${summary}.`, description].filter(Boolean).join(' '),
    [needs.length > 0 && `Needs ${needs.join(' and ')}.`, names.length > 0 && `Query: ${names.join(', ')}.`]
      .filter(Boolean)
      .join(' '),
    body ? `\`\`\`json\n${body}\n\`\`\`` : '',
  ].filter(Boolean);
}
