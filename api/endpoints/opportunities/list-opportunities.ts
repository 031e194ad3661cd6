import { Type } from '@sinclair/typebox';
import { idSchema } from '../../../contracts/ids';
import { DOSSIER_FORMATS, OpportunityTeaser } from '../../../contracts/opportunities';
import { endpoint, open } from '../../../http/endpoint';
import { listTeasers, type Teaser } from '../../../store/opportunities/catalogue';

/** Public catalogue (docs/interface.md, Catalog): an array of teasers, paged by a Link header (RFC 8288). */
export const listOpportunities = endpoint({
  method: 'GET',
  path: '/v1/opportunities',
  operationId: 'listOpportunities',
  tag: 'opportunities',
  summary: 'Opportunities on offer, newest first',
  description: 'Needs no key; with a test key it lists what is on offer in test mode. `Link: …; rel="next"` leads on.',
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
    // Reads one more row to detect a next page.
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
