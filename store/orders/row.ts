import type { Mode } from '../../contracts/access';
import type { OrderState, ProductName } from '../../contracts/orders';
import type {
  DisputeStatus,
  PaymentOutcome,
  RefundObjectStatus,
  RefundOrigin,
  RefundReason,
  RefundStatus,
} from '../../contracts/payment-words';
import { Prisma } from '../../prisma/client';
import { columnsOf, type Narrowed } from '../../prisma/sql';

/** A row of `orders`. */
export type Order = Narrowed<Prisma.OrderModel, { mode: Mode; product: ProductName; status: OrderState }>;

/** Columns of {@link Order} for statements that are written out. */
export const ORDER_COLUMNS = columnsOf(Prisma.OrderScalarFieldEnum);

/** Narrows a row; constraints of the database guarantee the types. */
export const toOrder = (row: Prisma.OrderModel) => row as Order;

/** A row of `payments`; a refunded one has a reason. */
export type Payment = Narrowed<
  Prisma.PaymentModel,
  { mode: Mode; outcome: PaymentOutcome; reason: RefundReason | null; refundStatus: RefundStatus | null }
>;

/** Columns of {@link Payment} for statements that are written out. */
export const PAYMENT_COLUMNS = columnsOf(Prisma.PaymentScalarFieldEnum);

/** Narrows a row as the database has it. */
export const toPayment = (row: Prisma.PaymentModel) => row as Payment;

/** When a payment was made, by the provider's clock; where it has not said, when we recorded the payment. */
export const arrivalOf = ({ arrivedAt, createdAt }: Payment): Date => arrivedAt ?? createdAt;

/** A row of `refunds`: one refund at the provider. */
export type Refund = Narrowed<Prisma.RefundModel, { mode: Mode; status: RefundObjectStatus; origin: RefundOrigin }>;

const toRefund = (row: Prisma.RefundModel) => row as Refund;

/** A row of `disputes`. */
export type Dispute = Narrowed<Prisma.DisputeModel, { mode: Mode; status: DisputeStatus }>;

/** Columns of {@link Dispute} for statements that are written out. */
export const DISPUTE_COLUMNS = columnsOf(Prisma.DisputeScalarFieldEnum);

/** Narrows a row as the database has it. */
export const toDispute = (row: Prisma.DisputeModel) => row as Dispute;

/** An order with its payments, their refunds and disputes, each the oldest first. */
export type OrderWithPayments = Order & { payments: Payment[]; refunds: Refund[]; disputes: Dispute[] };

/** Narrows an order, its payments, refunds and disputes. */
export const toOrderWithPayments = (
  row: Prisma.OrderModel & {
    payments: Prisma.PaymentModel[];
    refunds: Prisma.RefundModel[];
    disputes: Prisma.DisputeModel[];
  },
): OrderWithPayments => ({
  ...toOrder(row),
  payments: row.payments.map(toPayment),
  refunds: row.refunds.map(toRefund),
  disputes: row.disputes.map(toDispute),
});

/** What Prisma reads of an order with everything about its payments; see {@link toOrderWithPayments}. */
export const WITH_PAYMENTS = {
  include: {
    payments: { orderBy: { createdAt: 'asc' } },
    refunds: { orderBy: { createdAt: 'asc' } },
    disputes: { orderBy: { openedAt: 'asc' } },
  },
} as const;
