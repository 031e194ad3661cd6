import type { Command } from 'commander';
import { WITHDRAWAL_STATES, type ReviewDecision } from '../../contracts/withdrawals';
import { listAllWithdrawals } from '../../store/withdrawals/read-withdrawals';
import { decideReview } from '../../store/withdrawals/tell-payout';
import { withDatabase } from './context';
import { integerBetween, oneOf } from './options';
import { print } from './print';

/** `withdrawals list | approve | reject`. */
export function addWithdrawalCommands(program: Command): void {
  const withdrawals = program.command('withdrawals').description('payouts that contributors asked for');
  withdrawals
    .command('list')
    .description('the newest withdrawals; --status under_review are those that wait for a person')
    .option('--status <status>', WITHDRAWAL_STATES.join(', '), oneOf(WITHDRAWAL_STATES))
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(async ({ status, limit }, command) => {
      const list = await withDatabase((db) => listAllWithdrawals(db, limit, status));
      const rows = list.map(({ id, accountId, mode, amount, failureReason, requestedAt, ...rest }) => ({
        id,
        status: rest.status,
        amount: amount / 100,
        mode,
        accountId,
        failureReason,
        requestedAt,
      }));
      print(rows, command.optsWithGlobals());
    });
  for (const decision of ['approve', 'reject'] as const) {
    withdrawals
      .command(`${decision} <id>`)
      .description(`${decision} a withdrawal that waits for a review; the first decision stands`)
      .requiredOption('--reason <text>', 'kept with the withdrawal')
      .action(async (id, { reason }: Pick<ReviewDecision, 'reason'>, command) => {
        await withDatabase((db) => decideReview(db, id, { decision, reason }));
        print({ withdrawalId: id, decision, reason }, command.optsWithGlobals());
      });
  }
}
