import type { Command } from 'commander';
import { Failure } from '../contracts/failures';
import { WITHDRAWAL_STATES, type ReviewDecision } from '../contracts/withdrawals';
import { formatMoney } from '../platform/format-money';
import { decideReview } from '../store/withdrawals/decide-review';
import { requestEnd } from '../store/withdrawals/request-end';
import { retryWithdrawal } from '../store/withdrawals/retry-withdrawal';
import { listAllWithdrawals, loadWithdrawal, type LoadedWithdrawal } from '../store/withdrawals/read-withdrawals';
import { reads, withDatabase, writes } from './context';
import { integerBetween, oneOf } from './options';
import { print, shownMoney } from './print';
import { takesKey, underKey } from './under-key';

/** `withdrawals list | show | approve | reject | retry | fail`. */
export function addWithdrawalCommands(program: Command): void {
  const withdrawals = program.command('withdrawals').description('payouts that contributors asked for');
  reads(withdrawals.command('list'))
    .description('the newest withdrawals; --status under_review are those that wait for a person')
    .option('--status <status>', WITHDRAWAL_STATES.join(', '), oneOf(WITHDRAWAL_STATES))
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(async ({ status, limit }, command) => {
      const list = await withDatabase(command, (db) => listAllWithdrawals(db, limit, status));
      const rows = list.map(({ id, status: now, amount, currency, mode, accountId, failureReason, requestedAt }) => ({
        id,
        status: now,
        amount: shownMoney(command, { amount, currency }),
        mode,
        accountId,
        failureReason,
        requestedAt,
      }));
      print(rows, command.optsWithGlobals());
    });
  for (const decision of ['approve', 'reject'] as const) {
    takesKey(writes(withdrawals.command(`${decision} <id>`)))
      .description(`${decision} a withdrawal that waits for a review; the first decision is final`)
      .requiredOption('--reason <text>', 'kept with the withdrawal')
      .action(async (id, { reason }: Pick<ReviewDecision, 'reason'>, command) => {
        const decided = { withdrawalId: id, decision, reason };
        const { value, shown, note } = await underKey(command, decided, (db, claim) =>
          decideReview(db, id, { decision, reason }, claim),
        );
        print({ ...decided, review: value, ...shown }, { ...command.optsWithGlobals(), note });
      });
  }
  reads(withdrawals.command('show <id>'))
    .description('show one withdrawal and how far its money has come')
    .action(async (id, _, command) => {
      const withdrawal = await withDatabase(command, (db) => loadWithdrawal(db, id));
      if (!withdrawal) throw new Failure('not_found', { detail: `There is no withdrawal ${id}.` });
      const options = command.optsWithGlobals();
      print(options.json ? factsOf(withdrawal) : forPeople(withdrawal), options);
    });
  writes(withdrawals.command('retry <id>'))
    .description('check a withdrawal now; restarts its workflow where that was ended by hand')
    .requiredOption('--reason <text>', 'kept in the audit log')
    .action(async (id, _, command) => {
      await withDatabase(command, (db) => retryWithdrawal(db, id));
      print({ withdrawalId: id, workflowId: `payout/${id}` }, command.optsWithGlobals());
    });
  writes(withdrawals.command('fail <id>'))
    .description('end a withdrawal: its transfer is reversed, then the amount is given back; within minutes')
    .requiredOption('--reason <text>', 'kept with the withdrawal')
    .option('--write-off', 'end it although the transfer cannot be reversed: then nothing is given back', false)
    .action(async (id, { reason, writeOff }: { reason: string; writeOff: boolean }, command) => {
      const how = writeOff ? 'write_off' : 'take_back';
      await withDatabase(command, (db) => requestEnd(db, id, { how, reason }));
      print({ withdrawalId: id, endRequested: how, reason }, command.optsWithGlobals());
    });
}

/** A withdrawal with amounts in the smallest unit. */
function factsOf({ contributor, suspended, payoutAmount, payoutCurrency, ...withdrawal }: LoadedWithdrawal) {
  const payout = payoutAmount === null ? null : { amount: payoutAmount, currency: payoutCurrency };
  return { ...withdrawal, payout, country: contributor.country, suspended, workflowId: `payout/${withdrawal.id}` };
}

function forPeople(withdrawal: LoadedWithdrawal) {
  const { currency, amount, payout, ...rest } = factsOf(withdrawal);
  const reaches = payout && formatMoney({ amount: payout.amount, currency: payout.currency! });
  return { ...rest, amount: formatMoney({ amount, currency }), payout: reaches };
}
