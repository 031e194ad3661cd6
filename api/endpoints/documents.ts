import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { closed } from '../../base/schema';
import { endpoint, key, BYTES, TEXT } from '../../http/endpoint';
import { document, dossierHeaders, NO_STORE } from '../../http/reply';
import { preferredFormat } from '../../http/request-headers';
import { collectErrors, queryPointer } from '../../http/validation';
import { Findings, FindingsSelection } from '../../modules/findings/contract/findings';
import { Portfolio } from '../../modules/findings/contract/portfolio';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { ARTIFACTS, MARKDOWN } from '../../modules/run-kinds/contract';
import { hasPortfolio } from '../../modules/run-kinds/rules';
import { titleOf } from '../../modules/runs/rules';
import { completedRun, documentOf, NOT_READY, RUN_ID, ownRun, archiveOf } from '../../modules/runs/use-cases/documents';

const DOCUMENT = {
  tag: 'runs',
  audience: 'customer',
  limit: 'runReads',
  large: true,
  id: RUN_ID,
  responseScope: 'caller_account',
} as const;

/** Findings of a completed run: all of them, exactly as stored, or only the requested members. */
export const getFindings = endpoint({
  ...DOCUMENT,
  method: 'GET',
  path: '/v1/runs/{id}/findings',
  operationId: 'getRunFindings',
  summary: 'Get the findings of a completed run',
  auth: key('findings:read'),
  query: Type.Object(
    {
      fields: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 500,
          description: 'Comma-separated names of top-level members. Only these are returned.',
          examples: ['verdict,dimensions'],
        }),
      ),
    },
    closed,
  ),
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

/** Parses the requested member names. @throws Failure `invalid_request` for unknown names */
function fieldsOf(text: string): Set<string> {
  const names = new Set(text.split(',').map((name) => name.trim()));
  const errors = collectErrors();
  for (const name of names) {
    if (Object.hasOwn(Findings.properties, name)) continue;
    const detail = `contains ${JSON.stringify(name.slice(0, 50))}, which is not a member of findings`;
    errors.add(() => ({ pointer: queryPointer(['fields']), code: 'unknown_field', detail }));
  }
  errors.refuse();
  return names;
}

function partOf(findings: Buffer, names: ReadonlySet<string>): Buffer {
  const all = JSON.parse(findings.toString()) as Record<string, unknown>;
  return Buffer.from(JSON.stringify(Object.fromEntries(Object.entries(all).filter(([name]) => names.has(name)))));
}

const TYPES = { html: ARTIFACTS.dossierHtml.contentType, pdf: ARTIFACTS.dossierPdf.contentType, md: MARKDOWN };
const NAMES = { html: 'dossierHtml', pdf: 'dossierPdf', md: 'dossierMarkdown' } as const;

/** Dossier of a completed run, as HTML, PDF or Markdown. */
export const getDossier = endpoint({
  ...DOCUMENT,
  method: 'GET',
  path: '/v1/runs/{id}/dossier',
  operationId: 'getRunDossier',
  summary: 'Get the dossier of a completed run',
  auth: key('dossiers:read'),
  query: Type.Object(
    {
      format: Type.Optional(
        Type.Unsafe<keyof typeof TYPES>({
          type: 'string',
          enum: Object.keys(TYPES),
          description: '`md` is Markdown. If absent, `Accept` selects the format; HTML is the default.',
        }),
      ),
    },
    closed,
  ),
  // The public contract does not allow a 400 for an unknown format.
  queryFailures: { format: 'format_not_available' },
  responses: {
    200: { title: 'RunDossier', content: { [TYPES.html]: TEXT, [TYPES.pdf]: BYTES, [TYPES.md]: TEXT } },
    304: null,
  },
  answers: ['Content-Disposition'],
  problems: [...NOT_READY, 'format_not_available'],

  async handle({ deps, caller, id, accept, ifNoneMatch, query }) {
    const run = await completedRun(deps, caller, id);
    const format = query.format ?? preferredFormat(accept, TYPES);
    const body = await documentOf(deps, run, NAMES[format]);
    return document(body, TYPES[format], { ifNoneMatch, headers: dossierHeaders(format, titleOf(run)) });
  },
});

/** Ranked portfolio of a completed Custom Search. Idea Checks have no portfolio. */
export const getPortfolio = endpoint({
  ...DOCUMENT,
  method: 'GET',
  path: '/v1/runs/{id}/portfolio',
  operationId: 'getRunPortfolio',
  summary: 'Get the ranked portfolio of a completed Custom Search',
  auth: key('findings:read'),
  responses: { 200: Portfolio, 304: null },
  problems: [...NOT_READY, 'portfolio_not_applicable'],

  async handle({ deps, caller, id, ifNoneMatch }) {
    if (!hasPortfolio(await ownRun(deps, caller, id))) throw new Failure('portfolio_not_applicable');
    const run = await completedRun(deps, caller, id);
    return document(await documentOf(deps, run, 'portfolio'), 'application/json', { ifNoneMatch });
  },
});

const ZIP = 'application/zip';

/** Archive of a completed run: `run.json` and its documents. */
export const exportRun = endpoint({
  ...DOCUMENT,
  method: 'GET',
  path: '/v1/runs/{id}/export',
  operationId: 'exportRun',
  summary: 'Get all documents of a completed run as a zip archive',
  auth: key(['findings:read', 'dossiers:read']),
  responses: { 200: { title: 'RunExport', content: { [ZIP]: BYTES } } },
  answers: ['Content-Disposition'],
  problems: NOT_READY,

  async handle({ deps, caller, id }) {
    const run = await completedRun(deps, caller, id);
    const archive = await archiveOf(deps, run);
    const headers = { ...NO_STORE, 'Content-Disposition': `attachment; filename="${id}.zip"` };
    return { status: 200, headers, body: archive, type: ZIP };
  },
});
