import type { Command } from 'commander';
import { Failure } from '../base/failures';
import { formatMoney } from '../base/wording';
import { SETTLE_OUTCOMES, type SettleOutcome } from '../modules/ledger/contract';
import { shownDispute } from '../modules/ledger/rules';
import { ORDER_STATES } from '../modules/orders/contract';
import { loadOrder, listAllOrders } from '../modules/orders/store/orders';
import { refundOrder, type Decided, settleRefunds } from '../modules/orders/store/decisions';
import { printFrom, reads, writes } from './context';
import { integerBetween, oneOf } from './options';
import { shownMoney } from './print';

export function addOrderCommands(program: Command): void {
  const orders = program.command('orders').alias('payments').description('orders and their payments');
  reads(orders.command('show <id>'))
    .description('show an order and its payments')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        const order = await loadOrder(db, id);
        if (!order) throw new Failure('not_found', { detail: `No order ${id}.` });
        const { buyerTokenHash: _token, buyerAddressHash: _address, buyerNetworkHash: _network, ...shown } = order;
        return shown;
      }),
    );
  reads(orders.command('list'))
    .description('list the newest orders; those with --status refund_failed need a person')
    .option('--status <status>', ORDER_STATES.join(', '), oneOf(ORDER_STATES))
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(({ status, limit }, command) =>
      printFrom(command, async (db) =>
        (await listAllOrders(db, limit, status)).map((order) => ({
          id: order.id,
          product: order.product,
          status: order.status,
          price: shownMoney(command, { amount: order.priceAmount, currency: order.priceCurrency }),
          mode: order.mode,
          accountId: order.accountId,
          dispute: shownDispute(order.disputes, order.payments)?.status ?? null,
          createdAt: order.createdAt,
        })),
      ),
    );
  writes(orders.command('refund <id>'))
    .description('refund the rest of an order and revoke what it bought; also retries a failed refund')
    .option('--payment <id>', 'only this payment, such as pi_…')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((id, { payment }: { payment?: string }, command) =>
      printFrom(command, async (db) => shownDecision(command, await refundOrder(db, id, payment))),
    );
  writes(orders.command('settle <id>'))
    .description('close failed refunds: the money was returned by other means, or is kept')
    .requiredOption('--outcome <outcome>', SETTLE_OUTCOMES.join(', '), oneOf(SETTLE_OUTCOMES))
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((id, { outcome }: { outcome: SettleOutcome }, command) =>
      printFrom(command, async (db) => shownDecision(command, await settleRefunds(db, id, outcome))),
    );
}

function shownDecision(command: Command, { payments, ...decided }: Decided) {
  if (command.optsWithGlobals<{ json?: boolean }>().json) return { ...decided, payments };
  return { ...decided, payments: payments.map(({ id, ...money }) => `${id} (${formatMoney(money)})`) };
}
