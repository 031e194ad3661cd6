import type { Command } from 'commander';
import { Failure } from '../base/failures';
import { formatMoney } from '../base/wording';
import { WITHDRAWAL_STATES, type ReviewDecision } from '../modules/payouts/contract';
import { decideReview, requestEnd, retryWithdrawal } from '../modules/payouts/store/operate';
import { listAllWithdrawals, loadWithdrawal, type LoadedWithdrawal } from '../modules/payouts/store/withdrawals';
import { printFrom, reads, writes, takesKey, underKey } from './context';
import { integerBetween, oneOf } from './options';
import { print, shownMoney } from './print';

export function addWithdrawalCommands(program: Command): void {
  const withdrawals = program.command('withdrawals').description('payouts requested by contributors');
  reads(withdrawals.command('list'))
    .description('list the newest withdrawals; those with --status under_review wait for a person')
    .option('--status <status>', WITHDRAWAL_STATES.join(', '), oneOf(WITHDRAWAL_STATES))
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(({ status, limit }, command) =>
      printFrom(command, async (db) =>
        (await listAllWithdrawals(db, limit, status)).map((withdrawal) => ({
          id: withdrawal.id,
          status: withdrawal.status,
          amount: shownMoney(command, withdrawal),
          mode: withdrawal.mode,
          accountId: withdrawal.accountId,
          failureReason: withdrawal.failureReason,
          requestedAt: withdrawal.requestedAt,
        })),
      ),
    );
  for (const decision of ['approve', 'reject'] as const) {
    takesKey(writes(withdrawals.command(`${decision} <id>`)))
      .description(`${decision} a withdrawal under review; the first decision is final`)
      .requiredOption('--reason <text>', 'recorded with the withdrawal')
      .action(async (id, { reason }: Pick<ReviewDecision, 'reason'>, command) => {
        const decided = { withdrawalId: id, decision, reason };
        const { value, shown, note } = await underKey(command, decided, (db, claim) =>
          decideReview(db, id, { decision, reason }, claim),
        );
        print({ ...decided, review: value, ...shown }, { ...command.optsWithGlobals(), note });
      });
  }
  reads(withdrawals.command('show <id>'))
    .description('show a withdrawal and where its money is')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        const withdrawal = await loadWithdrawal(db, id);
        if (!withdrawal) throw new Failure('not_found', { detail: `No withdrawal ${id}.` });
        return command.optsWithGlobals().json ? factsOf(withdrawal) : forPeople(withdrawal);
      }),
    );
  writes(withdrawals.command('retry <id>'))
    .description('check a withdrawal now; restarts its workflow if it was terminated')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        await retryWithdrawal(db, id);
        return { withdrawalId: id, workflowId: `payout/${id}` };
      }),
    );
  writes(withdrawals.command('fail <id>'))
    .description('fail a withdrawal: reverses its transfer, then returns the amount, within minutes')
    .requiredOption('--reason <text>', 'recorded with the withdrawal')
    .option('--write-off', 'fail it even if the transfer cannot be reversed; returns no money', false)
    .action((id, { reason, writeOff }: { reason: string; writeOff: boolean }, command) =>
      printFrom(command, async (db) => {
        const how = writeOff ? 'write_off' : 'take_back';
        await requestEnd(db, id, { how, reason });
        return { withdrawalId: id, endRequested: how, reason };
      }),
    );
}

function factsOf({ contributor, suspended, payoutAmount, payoutCurrency, ...withdrawal }: LoadedWithdrawal) {
  const payout = payoutAmount === null ? null : { amount: payoutAmount, currency: payoutCurrency };
  return { ...withdrawal, payout, country: contributor.country, suspended, workflowId: `payout/${withdrawal.id}` };
}

function forPeople(withdrawal: LoadedWithdrawal) {
  const { currency, amount, payout, ...rest } = factsOf(withdrawal);
  const reaches = payout && formatMoney({ amount: payout.amount, currency: payout.currency! });
  return { ...rest, amount: formatMoney({ amount, currency }), payout: reaches };
}
