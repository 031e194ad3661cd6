import { Type } from '@sinclair/typebox';
import { MODES } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { MARKDOWN } from '../../contracts/runs';
import { DOSSIER_FORMATS } from '../../contracts/opportunities';
import type { Reply } from '../../http/endpoint';
import { savedAs } from '../../http/reply';
import { boughtDossier } from '../../commands/orders/bought-dossier';
import { dossierPage, type Surroundings } from '../runs/dossier-view';
import { pdfReply } from '../runs/run-documents';
import { accountPage } from './account-page';

/**
 * Reply with a bought dossier: the page at `path` that links to its other formats, and to where it can be shared, or one of
 * these to save.
 */
export function boughtDossierReply(
  { title, body }: NonNullable<Awaited<ReturnType<typeof boughtDossier>>>,
  format: (typeof DOSSIER_FORMATS)[number],
  { path, back, share }: { path: string; back: Surroundings['back']; share?: string },
): Reply {
  if (format === 'pdf') return pdfReply(body, title);
  if (format === 'json') return { status: 200, headers: savedAs(title, 'json'), body, type: 'application/json' };
  if (format === 'md') return { status: 200, headers: savedAs(title, 'md'), body, type: MARKDOWN };
  const links = [
    { href: `${path}?format=pdf`, label: 'PDF' },
    { href: `${path}?format=json`, label: 'JSON' },
    ...(share ? [{ href: share, label: 'Share' }] : []),
  ];
  return dossierPage(body, { back, links });
}

/** Dossier of a bought opportunity, for buyers without an API key. */
export const boughtDossierPage = accountPage({
  path: '/account/opportunities/{id}',
  large: true,
  id: { prefix: 'opp', missing: 'opportunity_not_purchased' },
  query: Type.Object({ format: Type.Optional(Type.String({ maxLength: 8 })) }),

  async handle({ deps, session, id, query }) {
    const format = DOSSIER_FORMATS.find((one) => one === query.format) ?? 'html';
    for (const mode of MODES) {
      const bought = await boughtDossier(deps, { accountId: session.account.id, mode }, id, format);
      if (!bought) continue;
      const back = { href: '/account/purchases', label: 'Purchases' };
      const share = `/account/purchases/${bought.orderId}#sharing`;
      return boughtDossierReply(bought, format, { path: `/account/opportunities/${id}`, back, share });
    }
    throw new Failure('opportunity_not_purchased');
  },
});
