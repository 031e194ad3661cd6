import { Type } from '@sinclair/typebox';
import type { Mode } from '../../../contracts/access';
import { readApiKey } from '../../../contracts/api-key';
import { idSchema } from '../../../contracts/ids';
import { DOSSIER_FORMATS, OpportunityTeaser } from '../../../contracts/opportunities';
import { listTeasers, type Teaser } from '../../../store/opportunities/read-opportunities';
import type { ApiDeps } from '../../deps';
import { endpoint, open } from '../../endpoint';

/** The public catalogue (spec row 14): teasers only, a bare array, paged by a Link header (RFC 8288). */
export const listOpportunities = endpoint({
  method: 'GET',
  path: '/v1/opportunities',
  operationId: 'listOpportunities',
  summary: 'Opportunities on offer, newest first',
  description: 'Needs no key; with a test key it lists what is on offer in test mode. `Link: …; rel="next"` leads on.',
  audience: 'public',
  auth: open,
  query: Type.Object(
    {
      limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
      cursor: Type.Optional(idSchema('opp')),
    },
    { additionalProperties: false },
  ),
  responseScope: 'public',
  responses: { 200: Type.Array(OpportunityTeaser) },

  async handle({ deps, query: { limit, cursor }, header }) {
    const mode = await modeOf(deps, header('x-api-key'));
    // One more than asked for: whether there is a next page.
    const rows = await listTeasers(deps.db, mode, limit + 1, cursor ?? null);
    const page = rows.slice(0, limit);
    const next = `${deps.settings.publicUrl}/v1/opportunities?limit=${limit}&cursor=${page.at(-1)?.id}`;
    return {
      status: 200,
      body: page.map(toTeaser),
      headers: {
        'Cache-Control': 'no-cache',
        Vary: 'X-Api-Key',
        ...(rows.length > limit && { Link: `<${next}>; rel="next"` }),
      },
    };
  },
});

// A key is not needed, so one that is wrong is no reason to refuse: it just opens nothing.
async function modeOf({ keyring }: ApiDeps, apiKey: string): Promise<Mode> {
  if (!readApiKey(apiKey)) return 'live';
  const caller = keyring.remembered(apiKey) ?? (await keyring.lookUp(apiKey));
  return caller?.mode ?? 'live';
}

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
    price: { amount: row.priceAmount, currency: 'usd' },
    availability: row.status === 'reserved' ? 'reserved' : 'available',
    dossierFormats: [...DOSSIER_FORMATS],
    publishedAt: row.publishedAt.toISOString(),
  };
}
