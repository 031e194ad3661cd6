import type { Command } from 'commander';
import { Failure } from '../../contracts/failures';
import { ORDER_STATES } from '../../contracts/orders';
import { listAllOrders, loadOrder } from '../../store/orders/read-orders';
import { withDatabase } from './context';
import { integerBetween, oneOf } from './options';
import { print } from './print';

/** `orders show | list`. */
export function addOrderCommands(program: Command): void {
  const orders = program.command('orders').description('orders and their payments');
  orders
    .command('show <id>')
    .description('show one order and what became of its payments')
    .action(async (id, _, command) => {
      const order = await withDatabase((db) => loadOrder(db, id));
      if (!order) throw new Failure('not_found', { detail: `No order ${id}.` });
      const { buyerTokenHash: _token, buyerAddressHash: _address, ...shown } = order;
      print(shown, command.optsWithGlobals());
    });
  orders
    .command('list')
    .description('the newest orders; --status refund_failed are those that need a person')
    .option('--status <status>', ORDER_STATES.join(', '), oneOf(ORDER_STATES))
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(async ({ status, limit }, command) => {
      const list = await withDatabase((db) => listAllOrders(db, limit, status));
      const rows = list.map((order) => ({
        id: order.id,
        product: order.product,
        status: order.status,
        price: order.priceAmount / 100,
        mode: order.mode,
        accountId: order.accountId,
        dispute: order.disputeStatus,
        createdAt: order.createdAt,
      }));
      print(rows, command.optsWithGlobals());
    });
}
