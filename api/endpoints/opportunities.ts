import { Type } from '@sinclair/typebox';
import { Failure } from '../../base/failures';
import { idSchema } from '../../base/ids';
import { endpoint, open, BYTES, key, TEXT } from '../../http/endpoint';
import { document, dossierHeaders } from '../../http/reply';
import { preferredFormat } from '../../http/request-headers';
import { Findings } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { DOSSIER_FORMATS, OpportunityTeaser } from '../../modules/opportunities/contract';
import { listTeasers, type Teaser } from '../../modules/opportunities/store/catalog';
import { boughtDossier } from '../../modules/opportunities/use-cases/bought-dossier';
import { ARTIFACTS, MARKDOWN } from '../../modules/run-kinds/contract';

/** Public catalog (docs/interface/orders.md#catalog): an array of teasers, paged with a Link header (RFC 8288). */
export const listOpportunities = endpoint({
  method: 'GET',
  path: '/v1/opportunities',
  operationId: 'listOpportunities',
  tag: 'opportunities',
  summary: 'List available opportunities, newest first',
  description: 'Needs no key. With a test key, lists test mode opportunities. `Link: …; rel="next"` is the next page.',
  audience: 'public',
  auth: open,
  anyOrigin: true,
  query: Type.Object(
    {
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
      cursor: Type.Optional(idSchema('opp')),
    },
    { additionalProperties: false },
  ),
  responseScope: 'public',
  answers: ['Link'],
  responses: { 200: Type.Array(OpportunityTeaser, { title: 'OpportunityTeasers' }) },

  async handle({ deps, caller, query: { limit, cursor } }) {
    const mode = caller?.mode ?? 'live';
    // The extra row tells whether there is a next page.
    const rows = await listTeasers(deps.db, mode, limit + 1, cursor ?? null);
    const page = rows.slice(0, limit);
    const next = `${deps.settings.publicUrl}/v1/opportunities?limit=${limit}&cursor=${page.at(-1)?.id}`;
    return {
      status: 200,
      body: page.map(toTeaser),
      headers: {
        'Cache-Control': 'no-cache',
        Vary: 'X-Api-Key, Authorization',
        ...(rows.length > limit && { Link: `<${next}>; rel="next"` }),
      },
    };
  },
});

function toTeaser(row: Teaser): OpportunityTeaser {
  const { title, summary, niche, audience, geography, language, score } = row;
  return {
    opportunityId: row.id,
    title,
    summary,
    niche,
    audience,
    geography,
    language,
    score,
    price: { amount: row.priceAmount, currency: row.priceCurrency },
    availability: row.status === 'reserved' ? 'reserved' : 'available',
    dossierFormats: [...DOSSIER_FORMATS],
    publishedAt: row.publishedAt.toISOString(),
  };
}

const TYPES = {
  html: ARTIFACTS.dossierHtml.contentType,
  pdf: ARTIFACTS.dossierPdf.contentType,
  json: ARTIFACTS.findings.contentType,
  md: MARKDOWN,
};

/** Dossier of an opportunity that the caller's account bought (docs/interface/orders.md#catalog). */
export const getOpportunityDossier = endpoint({
  method: 'GET',
  path: '/v1/opportunities/{id}/dossier',
  operationId: 'getOpportunityDossier',
  tag: 'opportunities',
  summary: 'Get the dossier of a purchased opportunity',
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
            '`json` returns the findings, and `md` is Markdown. If absent, `Accept` selects the format; HTML is the default.',
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
