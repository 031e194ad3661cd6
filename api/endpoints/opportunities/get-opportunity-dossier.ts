import { Type } from '@sinclair/typebox';
import { Failure } from '../../../contracts/failures';
import { DOSSIER_FORMATS } from '../../../contracts/opportunities';
import { ARTIFACTS } from '../../../contracts/runs';
import { readBoughtDossier } from '../../../store/opportunities/read-opportunities';
import { endpoint, key } from '../../endpoint';
import { dossierHeaders } from '../../reply';

const TYPES = {
  html: ARTIFACTS.dossierHtml.contentType,
  pdf: ARTIFACTS.dossierPdf.contentType,
  json: ARTIFACTS.findings.contentType,
};

/** The dossier of an opportunity that the caller's account has bought (spec row 19). */
export const getOpportunityDossier = endpoint({
  method: 'GET',
  path: '/v1/opportunities/{id}/dossier',
  operationId: 'getOpportunityDossier',
  summary: 'Dossier of a bought opportunity',
  audience: 'buyer',
  auth: key('dossiers:read'),
  id: { prefix: 'opp', missing: 'opportunity_not_purchased' },
  query: Type.Object(
    {
      format: Type.Unsafe<(typeof DOSSIER_FORMATS)[number]>({
        type: 'string',
        enum: DOSSIER_FORMATS,
        default: 'html',
        description: '`json` are the findings themselves.',
      }),
    },
    { additionalProperties: false },
  ),
  responseScope: 'caller_account',
  responses: { 200: { content: Object.values(TYPES) } },

  async handle({ deps, caller, id, query: { format } }) {
    const body = await readBoughtDossier(deps.db, caller, id, format);
    if (!body) throw new Failure('opportunity_not_purchased');
    return { status: 200, headers: dossierHeaders(format, `dossier-${id}`), body, type: TYPES[format] };
  },
});
