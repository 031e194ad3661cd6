import { OrderSummary } from '../../../contracts/orders';
import { endpoint, key } from '../../../http/endpoint';
import { pageQuery, pageReply, pageSchema } from '../../../http/list-page';
import { listOrders as readOrders } from '../../../store/orders/orders';
import { toOrderSummary } from './order-view';

/** Orders of the account, newest first (docs/interface.md, Orders). */
export const listOrders = endpoint({
  method: 'GET',
  path: '/v1/orders',
  operationId: 'listOrders',
  tag: 'orders',
  summary: 'Orders of the account, newest first',
  description: 'Without invoices, whose addresses are valid for days only: read the order for its invoice.',
  audience: 'buyer',
  auth: key('purchases:create'),
  query: pageQuery('ord'),
  responseScope: 'caller_account',
  responses: { 200: pageSchema('OrderList', OrderSummary) },

  handle: ({ deps, caller, query }) =>
    pageReply('ord', query, { read: (page) => readOrders(deps.db, caller, page), view: toOrderSummary }),
});
