import type { Mode } from '../../contracts/access';
import type { DOSSIER_FORMATS } from '../../contracts/opportunities';
import type { ApiDeps } from '../../http/deps';
import { readBought } from '../../store/opportunities/read-bought';

/**
 * Document of an opportunity that an account bought, with its title and order; `json` are the findings. Null if it is not
 * bought, or its payment went back.
 *
 * @throws Failure `overloaded` if too many PDFs wait to be printed
 */
export async function boughtDossier(
  { db, licensedDossier }: Pick<ApiDeps, 'db' | 'licensedDossier'>,
  owner: { accountId: string; mode: Mode },
  opportunityId: string,
  format: (typeof DOSSIER_FORMATS)[number],
): Promise<{ title: string; orderId: string; body: Buffer } | null> {
  const sale = await readBought(db, owner, opportunityId);
  if (!sale) return null;
  const { title, orderId, findings } = sale;
  return { title, orderId, body: format === 'json' ? findings : await licensedDossier(sale, format) };
}
