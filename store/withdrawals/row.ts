import type { Mode } from '../../contracts/access';
import type { EndRequest, ReviewDecision, WithdrawalState } from '../../contracts/withdrawals';
import type { Prisma } from '../../prisma/client';
import type { Narrowed } from '../../prisma/sql';

/** A row of `withdrawals`. */
export type Withdrawal = Narrowed<
  Prisma.WithdrawalModel,
  {
    mode: Mode;
    status: WithdrawalState;
    reviewDecision: ReviewDecision['decision'] | null;
    endRequested: EndRequest['how'] | null;
  }
>;

/** Narrows a row as the database has it. */
export const toWithdrawal = (row: Prisma.WithdrawalModel) => row as Withdrawal;
