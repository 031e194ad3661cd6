import { Type } from '@sinclair/typebox';
import { Failure } from '../../../contracts/failures';
import { ARTIFACTS } from '../../../contracts/runs';
import { readArtifact } from '../../../store/runs/read-runs';
import { endpoint, key } from '../../endpoint';
import { dossierHeaders } from '../../reply';
import { completedRun, NOT_READY } from './find-run';

/** Dossier of a completed run, as HTML or PDF. */
export const getDossier = endpoint({
  method: 'GET',
  path: '/v1/runs/{id}/dossier',
  operationId: 'getRunDossier',
  summary: 'Dossier of a completed run',
  audience: 'customer',
  auth: key('dossiers:read'),
  limit: 'runReads',
  id: { prefix: 'run', missing: 'run_not_found' },
  query: Type.Object(
    {
      // Any value is read: an unknown one is 404 `format_not_available`, since row 17 declares no 400.
      format: Type.Unsafe<unknown>({ default: 'html', description: '`html` or `pdf`.', examples: ['pdf'] }),
    },
    { additionalProperties: false },
  ),
  responseScope: 'caller_account',
  responses: { 200: { content: [ARTIFACTS.dossierHtml.contentType, ARTIFACTS.dossierPdf.contentType] } },
  problems: [...NOT_READY, 'format_not_available'],

  async handle({ deps, caller, id, query: { format } }) {
    const run = await completedRun(deps, caller, id);
    if (format !== 'html' && format !== 'pdf') throw new Failure('format_not_available');
    const name = format === 'pdf' ? 'dossierPdf' : 'dossierHtml';
    const body = await readArtifact(deps.db, run.id, name);
    if (!body) throw new Failure('artifact_unavailable');
    return {
      status: 200,
      headers: dossierHeaders(format, `dossier-${run.id}`),
      body,
      type: ARTIFACTS[name].contentType,
    };
  },
});
