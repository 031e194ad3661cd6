import { Type } from '@sinclair/typebox';
import { Failure } from '../../contracts/failures';
import { DOSSIER_FORMATS } from '../../contracts/opportunities';
import { boughtDossier } from '../../commands/orders/bought-dossier';
import { browserBuyer } from '../../commands/orders/browser-buyer';
import { opensDossierUntil } from '../../commands/orders/opens-dossier';
import { loadOrder } from '../../store/orders/find-order';
import { boughtDossierReply } from '../account/dossier-page';
import { page } from '../page';
import { checkoutDossier } from './checkout-dossier-path';

/**
 * Dossier right after its payment, for the browser that bought it without an account, which its cookie proves. Everybody
 * else signs in: they get the answer for an order that does not exist.
 */
export const checkoutDossierPage = page({
  method: 'GET',
  path: checkoutDossier('{id}'),
  large: true,
  id: { prefix: 'ord', missing: 'order_not_found' },
  query: Type.Object({ format: Type.Optional(Type.String({ maxLength: 8 })) }),

  async handle(request) {
    const { deps, id, query } = request;
    const [order, browser] = await Promise.all([loadOrder(deps.db, id), browserBuyer(request)]);
    if (!order || !(await opensDossierUntil(deps, order, browser?.buyer))) throw new Failure('order_not_found');
    const format = DOSSIER_FORMATS.find((one) => one === query.format) ?? 'html';
    const { accountId, mode, opportunityId } = order;
    const bought = await boughtDossier(deps, { accountId: accountId!, mode }, opportunityId!, format);
    if (!bought) throw new Failure('order_not_found');
    const success = `/checkout/success?session_id=${order.checkoutSessionId}`;
    return boughtDossierReply(bought, format, {
      path: checkoutDossier(id),
      back: { href: success, label: 'Your purchase' },
    });
  },
});
