import { Type } from '@sinclair/typebox';
import { MODES } from '../../../contracts/access';
import { Failure } from '../../../contracts/failures';
import { ARTIFACTS } from '../../../contracts/runs';
import { readBoughtDossier } from '../../../store/opportunities/read-opportunities';
import { dossierHeaders } from '../../reply';
import { accountPage } from './account-page';

/** The dossier of an opportunity for whoever bought it with a browser, and has no key. */
export const boughtDossierPage = accountPage({
  path: '/account/opportunities/{id}',
  id: { prefix: 'opp', missing: 'opportunity_not_purchased' },
  query: Type.Object({ format: Type.Optional(Type.String({ maxLength: 8 })) }),

  async handle({ deps, session, id, query }) {
    const format = query.format === 'pdf' ? 'pdf' : 'html';
    for (const mode of MODES) {
      const body = await readBoughtDossier(deps.db, { accountId: session.account.id, mode }, id, format);
      const { contentType } = ARTIFACTS[format === 'pdf' ? 'dossierPdf' : 'dossierHtml'];
      if (body) return { status: 200, headers: dossierHeaders(format, `dossier-${id}`), body, type: contentType };
    }
    throw new Failure('opportunity_not_purchased');
  },
});
