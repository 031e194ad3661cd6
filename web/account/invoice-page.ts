import { MODES } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { findOrder } from '../../store/orders/find-order';
import { readInvoice } from '../../commands/orders/read-invoice';
import { boughtPayment } from '../../commands/orders/order-payments';
import { seeOther } from '../page';
import { accountPage } from './account-page';

/** Sends the owner of an order to its invoice at the payment provider, whose addresses change. */
export const invoicePage = accountPage({
  path: '/account/orders/{id}/invoice',
  id: { prefix: 'ord', missing: 'order_not_found' },

  async handle({ deps, session, id }) {
    for (const mode of MODES) {
      const order = await findOrder(deps.db, { accountId: session.account.id, mode }, id);
      const payment = order && boughtPayment(order);
      const invoice = payment && (await readInvoice(deps, payment));
      if (invoice?.url) return seeOther(invoice.url);
    }
    throw new Failure('order_not_found', { detail: 'There is no invoice of this order.' });
  },
});
