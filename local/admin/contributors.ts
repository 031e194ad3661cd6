import type { Command } from 'commander';
import { MODES, type Mode } from '../../contracts/access';
import { Failure } from '../../contracts/failures';
import { DEFAULT_REVENUE_SHARE_BPS } from '../../contracts/withdrawals';
import { findAccount } from '../../store/accounts';
import { addContributor, creditByHand, findContributor, listLedger } from '../../store/contributors';
import { contributorBalance } from '../../store/ledger';
import { withDatabase } from './context';
import { countryCode, integerBetween, oneOf } from './options';
import { paymentsOfSettings } from './payments';
import { print } from './print';

const MAX_CREDIT = 100_000_000;

/** `contributors add` and `ledger credit | show`. */
export function addContributorCommands(program: Command): void {
  program
    .command('contributors')
    .description('who is paid a share of what is sold')
    .command('add')
    .description('make an account a contributor and print the link where it proves who it is; again for another link')
    .requiredOption('--account <id>', 'account that becomes one')
    .option('--country <code>', 'where it is paid out, such as DE', countryCode, 'US')
    .option('--share <bps>', 'hundredths of a percent', integerBetween(0, 10_000), DEFAULT_REVENUE_SHARE_BPS)
    .option('--mode <mode>', MODES.join(', '), oneOf(MODES), 'live')
    .action(async ({ account, country, share, mode }, command) => {
      print(await add(account, mode, country, share), command.optsWithGlobals());
    });

  const ledger = program.command('ledger').description('what contributors are owed');
  ledger
    .command('credit')
    .description('credit a contributor by hand')
    .requiredOption('--account <id>', 'contributor that gets it')
    .requiredOption('--amount <n>', 'minor units of US dollars', integerBetween(1, MAX_CREDIT))
    .requiredOption('--reason <text>', 'kept in the books')
    .option('--mode <mode>', MODES.join(', '), oneOf(MODES), 'live')
    .action(async ({ account: accountId, amount, reason, mode }, command) => {
      const credited = await withDatabase(async (db) => {
        const cause = await creditByHand(db, { accountId, mode, amount, reason });
        return { cause, ...(await contributorBalance(db.pool, accountId, mode)) };
      });
      print(credited, command.optsWithGlobals());
    });
  ledger
    .command('show')
    .description('the balance of a contributor and the newest entries behind it')
    .requiredOption('--account <id>', 'contributor')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .option('--mode <mode>', MODES.join(', '), oneOf(MODES), 'live')
    .action(async ({ account, limit, mode }, command) => {
      const shown = await withDatabase(async (db) => {
        const balance = await contributorBalance(db.pool, account, mode);
        if (!balance) throw new Failure('not_found', { detail: `${account} is no contributor (${mode}).` });
        const transactions = (await listLedger(db, account, mode, limit)).map((entered) => ({
          cause: entered.cause,
          note: entered.note,
          entries: Object.fromEntries(entered.entries.map((entry) => [entry.account, entry.amount])),
          createdAt: entered.createdAt,
        }));
        return { accountId: account, mode, ...balance, transactions };
      });
      print(shown, command.optsWithGlobals());
    });
}

async function add(accountId: string, mode: Mode, country: string, revenueShareBps: number) {
  const { payments, publicUrl } = paymentsOfSettings();
  return withDatabase(async (db) => {
    const account = await findAccount(db, accountId);
    if (!account) throw new Failure('not_found', { detail: `No account ${accountId}.` });
    const known = await findContributor(db, accountId, mode);
    // The provider knows a repetition for a day only; after that it would open a second account.
    const connectedAccountId =
      known?.connectedAccountId ??
      (await payments.connected.create({ mode, accountId, email: account.email, country }));
    const contributor = await addContributor(db, { accountId, mode, connectedAccountId, country, revenueShareBps });
    const back = { returnUrl: `${publicUrl}/account`, refreshUrl: `${publicUrl}/account` };
    const onboardingUrl = await payments.connected.onboardingUrl(mode, connectedAccountId, back);
    return { ...contributor, onboardingUrl };
  });
}
