import { Type } from '@sinclair/typebox';
import { completedRun, documentOf, NOT_READY, RUN_ID } from '../../../commands/runs/find-run';
import { Findings, FindingsSelection } from '../../../contracts/findings';
import { sampleFindings } from '../../../contracts/sample-findings';
import { closed } from '../../../contracts/schema';
import { endpoint, key } from '../../../http/endpoint';
import { document } from '../../../http/reply';
import { collectErrors, queryPointer } from '../../../http/validation';

/** Findings of a completed run, byte for byte as stored after validation, or those members that the caller names. */
export const getFindings = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/findings',
  operationId: 'getRunFindings',
  tag: 'runs',
  summary: 'Findings of a completed run',
  audience: 'customer',
  auth: key('findings:read'),
  limit: 'runReads',
  large: true,
  id: RUN_ID,
  query: Type.Object(
    {
      fields: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Names of members at the top, with commas between: only these are sent.',
          examples: ['verdict,dimensions'],
        }),
      ),
    },
    closed,
  ),
  responseScope: 'caller_account',
  responses: { 200: Findings, 304: null },
  selection: { parameter: 'fields', schema: FindingsSelection },
  example: sampleFindings,
  problems: NOT_READY,

  async handle({ deps, caller, id, query, ifNoneMatch }) {
    const names = query.fields === undefined ? null : fieldsOf(query.fields);
    const run = await completedRun(deps, caller, id);
    const findings = await documentOf(deps, run, 'findings');
    if (!names) return document(findings, 'application/json', { ifNoneMatch });
    return { ...document(partOf(findings, names), 'application/json', { ifNoneMatch }), partial: true };
  },
});

/** Names that are asked for. @throws Failure `invalid_request` for one that findings do not have */
function fieldsOf(text: string): Set<string> {
  const names = new Set(text.split(',').map((name) => name.trim()));
  const errors = collectErrors();
  for (const name of names) {
    if (Object.hasOwn(Findings.properties, name)) continue;
    const detail = `names ${JSON.stringify(name.slice(0, 50))}, which findings do not have`;
    errors.add(() => ({ pointer: queryPointer(['fields']), code: 'unknown_field', detail }));
  }
  errors.refuse();
  return names;
}

function partOf(findings: Buffer, names: ReadonlySet<string>): Buffer {
  const all = JSON.parse(findings.toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))));
}
