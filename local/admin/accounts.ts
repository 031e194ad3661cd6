import type { Command } from 'commander';
import { PLANS } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { RUN_KINDS } from '../../contracts/runs';
import { ensureAccount, findAccount } from '../../store/accounts';
import { setBudget } from '../../store/budgets';
import { countEntitlements, grantEntitlements } from '../../store/entitlements';
import { withDatabase } from './context';
import { centsOrNone, email, integerBetween, oneOf } from './options';
import { print } from './print';

/** `accounts` and `entitlements`. */
export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('customers');
  accounts
    .command('create')
    .description('create an account, or show the one that the address has')
    .requiredOption('--email <address>', 'e-mail address of the owner', email)
    .option('--plan <plan>', PLANS.join(', '), oneOf(PLANS), 'free')
    .action(async ({ email: address, plan }, command) => {
      const account = await withDatabase((db) => ensureAccount(db, address, plan));
      print({ ...account }, command.optsWithGlobals());
    });
  accounts
    .command('show <id>')
    .description('show an account and what it may still run')
    .action(async (id, _, command) => {
      const shown = await withDatabase(async (db) => {
        const account = await findAccount(db, id);
        if (!account) throw new Failure('not_found', { detail: `No account ${id}.` });
        const counts = await countEntitlements(db, id, 'live');
        return { ...account, entitlements: counts.map(({ kind, unused, consumed }) => ({ kind, unused, consumed })) };
      });
      print(shown, command.optsWithGlobals());
    });
  accounts
    .command('budget <id>')
    .description('set what runs of an account may cost in a month; new runs are refused once it is spent')
    .requiredOption('--monthly <cents>', 'US cents, or none for no limit', centsOrNone)
    .action(async (id, { monthly }, command) => {
      print(
        { ...(await withDatabase((db) => setBudget(db, id, monthly === 'none' ? null : monthly))) },
        command.optsWithGlobals(),
      );
    });

  program
    .command('entitlements')
    .description('credits for runs')
    .command('grant')
    .description('give credits to an account')
    .requiredOption('--account <id>', 'account that gets them')
    .requiredOption('--kind <kind>', RUN_KINDS.join(', '), oneOf(RUN_KINDS))
    .option('--count <n>', 'how many', integerBetween(1, 1000), 1)
    .action(async ({ account, kind, count }, command) => {
      const entitlementIds = await withDatabase((db) => grantEntitlements(db, account, kind, count));
      print({ accountId: account, kind, granted: count, entitlementIds }, command.optsWithGlobals());
    });
}
