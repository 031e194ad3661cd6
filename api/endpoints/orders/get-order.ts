import { boughtPayment } from '../../../commands/orders/order-payments';
import { readInvoice } from '../../../commands/orders/read-invoice';
import { Failure } from '../../../contracts/failures';
import { Order } from '../../../contracts/orders';
import { endpoint, key } from '../../../http/endpoint';
import { ok } from '../../../http/reply';
import { findOrder } from '../../../store/orders/orders';
import { toOrder } from './order-view';

/** Order of the caller's account. */
export const getOrder = endpoint({
  method: 'GET',
  path: '/v1/orders/{id}',
  operationId: 'getOrder',
  tag: 'orders',
  summary: 'Status of one order',
  audience: 'buyer',
  auth: key('purchases:create'),
  id: { prefix: 'ord', missing: 'order_not_found' },
  responseScope: 'caller_account',
  responses: { 200: Order },

  async handle({ deps, caller, id }) {
    const order = await findOrder(deps.db, caller, id);
    if (!order) throw new Failure('order_not_found');
    const payment = boughtPayment(order);
    return ok(toOrder(order, payment ? await readInvoice(deps, payment) : null), {
      'Cache-Control': 'private, no-cache',
    });
  },
});
