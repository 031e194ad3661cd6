import type { Mode } from '../../../base/access';
import type { Database } from '../../../prisma/client';
import { bookedAtProvider } from '../../ledger/store/balances';
import type { BookedObject } from '../../orders/provider-books';
import { toPayment, type Payment } from '../../orders/store/orders';
import { toWithdrawal, type Withdrawal } from '../../payouts/store/withdrawals';
import { entriesOf, type OwnRecords } from '../rules';

export async function readOwnRecords(
  db: Database,
  deploymentId: string,
  objects: readonly BookedObject[],
): Promise<OwnRecords> {
  const idsOf = (id: (object: BookedObject) => string | null) => ({
    in: [...new Set(objects.map(id).filter((each) => each !== null))],
  });
  const kindIds = (kind: BookedObject['kind']) =>
    idsOf(({ kind: is, id, movement }) => (is === kind ? id : (movement?.aboutId ?? null)));
  const [orders, payments, refunds, disputes, warnings, withdrawals, transferred, contributors] = await Promise.all([
    db.prisma.order.findMany({ where: { id: idsOf(({ orderId }) => orderId) }, select: { id: true } }),
    db.prisma.payment.findMany({ where: { id: idsOf(({ paymentId }) => paymentId) } }),
    db.prisma.refund.findMany({ where: { id: kindIds('refund') } }),
    db.prisma.dispute.findMany({ where: { id: kindIds('dispute') } }),
    db.prisma.fraudWarning.findMany({ where: { id: kindIds('fraud_warning') }, select: { id: true } }),
    db.prisma.withdrawal.findMany({ where: { id: idsOf(({ withdrawalId }) => withdrawalId) } }),
    db.prisma.withdrawal.findMany({
      where: { transferId: idsOf(({ movement }) => movement?.aboutId ?? null) },
      select: { id: true, transferId: true },
    }),
    db.prisma.contributor.findMany({
      where: { connectedAccountId: idsOf(({ connectedAccountId }) => connectedAccountId) },
    }),
  ]);
  const own = {
    deploymentId,
    orders: new Set(orders.map(({ id }) => id)),
    payments: new Map(payments.map((payment) => [payment.id, payment])),
    refunds: new Map(refunds.map(({ id, status }) => [id, { state: status }])),
    disputes: new Map(disputes.map(({ id, status }) => [id, { state: status }])),
    fraudWarnings: new Set(warnings.map(({ id }) => id)),
    withdrawals: new Map(withdrawals.map((withdrawal) => [withdrawal.id, toWithdrawal(withdrawal)])),
    transfers: new Map(transferred.map(({ id, transferId }) => [transferId!, id])),
    connectedAccounts: new Set(contributors.map(({ connectedAccountId }) => connectedAccountId!)),
  };
  const causes = objects.flatMap((object) => (object.movement ? entriesOf(object, own) : []));
  return { ...own, entries: await bookedAtProvider(db, causes) };
}

/** Payments settled in a period, sorted by id, after `afterId`. */
export async function paymentsOfPeriod(
  db: Database,
  { mode, from, until }: { mode: Mode; from: Date; until: Date },
  afterId: string,
  limit: number,
): Promise<Payment[]> {
  const where = { mode, createdAt: { gte: from, lte: until }, id: { gt: afterId } };
  return (await db.prisma.payment.findMany({ where, orderBy: { id: 'asc' }, take: limit })).map(toPayment);
}

/** Withdrawals that have a transfer and changed since the start of a period, sorted by id, after `afterId`. */
export async function transfersOfPeriod(
  db: Database,
  { mode, from }: { mode: Mode; from: Date },
  afterId: string,
  limit: number,
): Promise<Withdrawal[]> {
  const where = { mode, updatedAt: { gte: from }, transferId: { not: null }, id: { gt: afterId } };
  return (await db.prisma.withdrawal.findMany({ where, orderBy: { id: 'asc' }, take: limit })).map(toWithdrawal);
}
