import type { Mode } from '../../contracts/access';
import type { DOSSIER_FORMATS } from '../../contracts/opportunities';
import { asMarkdown } from '../../documents/markdown';
import type { Database } from '../../prisma/client';
import { readBought } from '../../store/opportunities/catalogue';
import type { LicensedDossier } from '../documents/licensed-dossiers';

/**
 * Document of an opportunity that an account bought, with its title and order; `json` are the findings, `md` is
 * Markdown. Null if it is not bought, or its payment went back.
 *
 * @throws Failure `overloaded` if too many PDFs wait to be printed
 */
export async function boughtDossier(
  {
    db,
    licensedDossier,
    settings,
  }: { db: Database; licensedDossier: LicensedDossier; settings: { publicUrl: string } },
  owner: { accountId: string; mode: Mode },
  opportunityId: string,
  format: (typeof DOSSIER_FORMATS)[number],
): Promise<{ title: string; orderId: string; body: Buffer } | null> {
  const sale = await readBought(db, owner, opportunityId);
  if (!sale) return null;
  const { title, orderId, findings } = sale;
  if (format === 'json') return { title, orderId, body: findings };
  const body = await licensedDossier(sale, format === 'pdf' ? 'pdf' : 'html');
  return { title, orderId, body: format === 'md' ? asMarkdown(body, settings.publicUrl) : body };
}
