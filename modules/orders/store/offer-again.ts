import { Failure } from '../../../base/failures';
import { transaction, type Database, type Queryable } from '../../../prisma/client';
import { refuseErased, undoSale } from '../../opportunities/store/holds';
import { recordAudit } from '../../outbox/store/audit';
import { lockOrder, readPayments, type Order } from './orders';
import { paymentStateOf, takeBack } from './payments';
import { signalRefund } from './refund-order';

/**
 * Puts a sold opportunity on offer again after its payment went back to the buyer, by a refund or a lost dispute. A
 * dispute that is won after all gives the buyer their money then, no longer the opportunity.
 *
 * @throws Failure `not_found` for one that is unknown or not sold, or whose payment is still with us
 * @throws Failure `invalid_request` where its contributor is erased
 */
export function offerAgain(db: Database, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const sold = await readSale(tx, id);
    const order = sold && (await lockOrder(tx, sold.orderId));
    if (!sold || !order) throw refusal(`Opportunity ${id} is not sold.`);
    if (sold.contributorId !== null) await refuseErased(tx, sold.contributorId);
    await returnSale(tx, order);
    const offered = await undoSale(tx, id, order.id);
    if (!offered) throw refusal(`Opportunity ${id} is not sold.`);
    const change = { before: { status: 'sold' }, after: { status: 'available' } };
    await recordAudit(tx, { action: 'opportunity.offered', accountId: offered.accountId, subject: id, ...change });
  });
}

// The payment of a lost dispute counts as granted until somebody decides that the sale is over.
async function returnSale(tx: Queryable, order: Order): Promise<void> {
  if (order.status === 'refunded') return;
  if (order.status !== 'fulfilled' || (await paymentStateOf(tx, order.id)) !== 'gone')
    throw refusal(`The payment of order ${order.id} is still with us (${order.status}); return it first.`);
  const granted = (await readPayments(tx, order.id)).filter(({ outcome }) => outcome === 'granted');
  for (const payment of granted) await takeBack(tx, payment);
  await signalRefund(tx, order, granted);
}

interface Sale {
  orderId: string;
  contributorId: string | null;
}

async function readSale(tx: Queryable, id: string): Promise<Sale | null> {
  const { rows } = await tx.query<Sale>({
    name: 'opportunity-sale',
    text: `SELECT sold_to AS "orderId", contributor_account_id AS "contributorId"
           FROM opportunities WHERE id = $1 AND sold_to IS NOT NULL`,
    values: [id],
  });
  return rows[0] ?? null;
}

function refusal(detail: string): Failure {
  return new Failure('not_found', { detail });
}
