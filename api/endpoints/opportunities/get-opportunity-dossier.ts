import { Type } from '@sinclair/typebox';
import { boughtDossier } from '../../../commands/orders/bought-dossier';
import { Failure } from '../../../contracts/failures';
import { Findings } from '../../../contracts/findings';
import { DOSSIER_FORMATS } from '../../../contracts/opportunities';
import { ARTIFACTS, MARKDOWN } from '../../../contracts/runs';
import { sampleFindings } from '../../../contracts/sample-findings';
import { BYTES, endpoint, key, TEXT } from '../../../http/endpoint';
import { document, dossierHeaders } from '../../../http/reply';
import { preferredFormat } from '../../../http/request-headers';

const TYPES = {
  html: ARTIFACTS.dossierHtml.contentType,
  pdf: ARTIFACTS.dossierPdf.contentType,
  json: ARTIFACTS.findings.contentType,
  md: MARKDOWN,
};

/** Dossier of an opportunity bought by the account of the caller (docs/interface.md, Catalog). */
export const getOpportunityDossier = endpoint({
  method: 'GET',
  path: '/v1/opportunities/{id}/dossier',
  operationId: 'getOpportunityDossier',
  tag: 'opportunities',
  summary: 'Dossier of a bought opportunity',
  audience: 'buyer',
  auth: key('dossiers:read'),
  large: true,
  id: { prefix: 'opp', missing: 'opportunity_not_purchased' },
  query: Type.Object(
    {
      format: Type.Optional(
        Type.Unsafe<(typeof DOSSIER_FORMATS)[number]>({
          type: 'string',
          enum: DOSSIER_FORMATS,
          description:
            '`json` are the findings themselves, `md` is Markdown. Without it `Accept` decides, and HTML is the default.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  responseScope: 'caller_account',
  responses: {
    200: {
      title: 'PurchasedDossier',
      content: { [TYPES.html]: TEXT, [TYPES.pdf]: BYTES, [TYPES.json]: Findings, [TYPES.md]: TEXT },
    },
    304: null,
  },
  example: sampleFindings,
  answers: ['Content-Disposition'],

  async handle({ deps, caller, id, accept, ifNoneMatch, query }) {
    const format = query.format ?? preferredFormat(accept, TYPES);
    const bought = await boughtDossier(deps, caller, id, format);
    if (!bought) throw new Failure('opportunity_not_purchased');
    return document(bought.body, TYPES[format], { ifNoneMatch, headers: dossierHeaders(format, bought.title) });
  },
});
