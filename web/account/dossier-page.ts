import { Type } from '@sinclair/typebox';
import { MODES } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { DOSSIER_FORMATS } from '../../contracts/opportunities';
import { ARTIFACTS } from '../../contracts/runs';
import { dossierHeaders } from '../../http/reply';
import { boughtDossier } from '../../commands/orders/bought-dossier';
import { framedDossier } from '../runs/dossier-frame';
import { accountPage } from './account-page';

const TYPES = { pdf: ARTIFACTS.dossierPdf.contentType, json: ARTIFACTS.findings.contentType };

/** Dossier of a bought opportunity, for buyers without an API key. */
export const boughtDossierPage = accountPage({
  path: '/account/opportunities/{id}',
  large: true,
  id: { prefix: 'opp', missing: 'opportunity_not_purchased' },
  query: Type.Object({ format: Type.Optional(Type.String({ maxLength: 8 })) }),

  async handle({ deps, session, id, query }) {
    const format = DOSSIER_FORMATS.find((one) => one === query.format) ?? 'html';
    for (const mode of MODES) {
      const body = await boughtDossier(deps, { accountId: session.account.id, mode }, id, format);
      if (!body) continue;
      if (format === 'html') return framedDossier(body);
      return { status: 200, headers: dossierHeaders(format, `dossier-${id}`), body, type: TYPES[format] };
    }
    throw new Failure('opportunity_not_purchased');
  },
});
