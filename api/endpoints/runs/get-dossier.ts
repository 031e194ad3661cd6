import { Type } from '@sinclair/typebox';
import { completedRun, documentOf, NOT_READY, RUN_ID } from '../../../commands/runs/find-run';
import { ARTIFACTS, MARKDOWN } from '../../../contracts/runs';
import { titleOf } from '../../../domain/run-title';
import { BYTES, endpoint, key, TEXT } from '../../../http/endpoint';
import { document, dossierHeaders } from '../../../http/reply';
import { preferredFormat } from '../../../http/request-headers';

const TYPES = { html: ARTIFACTS.dossierHtml.contentType, pdf: ARTIFACTS.dossierPdf.contentType, md: MARKDOWN };
const NAMES = { html: 'dossierHtml', pdf: 'dossierPdf', md: 'dossierMarkdown' } as const;

/** Dossier of a completed run, as HTML, PDF or Markdown. */
export const getDossier = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/dossier',
  operationId: 'getRunDossier',
  tag: 'runs',
  summary: 'Dossier of a completed run',
  audience: 'customer',
  auth: key('dossiers:read'),
  limit: 'runReads',
  large: true,
  id: RUN_ID,
  query: Type.Object(
    {
      format: Type.Optional(
        Type.Unsafe<keyof typeof TYPES>({
          type: 'string',
          enum: Object.keys(TYPES),
          description: '`md` is Markdown. Without it `Accept` decides, and HTML is the default.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  // The interface declares no 400 here.
  queryFailures: { format: 'format_not_available' },
  responseScope: 'caller_account',
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
