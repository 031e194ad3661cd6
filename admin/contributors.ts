import type { Command } from 'commander';
import { MODES, type Mode } from '../base/access';
import { Failure } from '../base/failures';
import { paymentSettings } from '../base/payment-settings';
import { readSettings, url } from '../base/settings';
import { formatMoney } from '../base/wording';
import { findAccount } from '../modules/accounts/store/accounts';
import {
  creditByHand,
  contributorBalance,
  listLedger,
  settleBalance,
  sumBooks,
} from '../modules/ledger/store/balances';
import { addContributor, whileAdding, findContributor } from '../modules/ledger/store/contributors';
import { deploymentIdOf } from '../modules/operations/store/deployment';
import { PaymentsError, type Payments } from '../modules/orders/payment-provider';
import { DEFAULT_REVENUE_SHARE_BPS } from '../modules/payouts/contract';
import type { Database } from '../prisma/client';
import { openPayments } from '../vendors/payments/open-payments';
import { printFrom, reads, writes, takesKey, underKey } from './context';
import { countryCode, currencyCode, integerBetween, oneOf } from './options';
import { print } from './print';

const MAX_CREDIT = 100_000_000;

export function addContributorCommands(program: Command): void {
  const contributors = program.command('contributors').description('accounts that are paid a share of sales');
  writes(contributors.command('add'))
    .description('make an account a contributor and print its onboarding link; repeat for a new link')
    .requiredOption('--account <id>', 'account of the new contributor')
    .option('--country <code>', 'country of the payout account, such as DE', countryCode, 'US')
    .option(
      '--share <bps>',
      'share of sales in basis points (1/100 of a percent)',
      integerBetween(0, 10_000),
      DEFAULT_REVENUE_SHARE_BPS,
    )
    .option('--mode <mode>', MODES.join(', '), oneOf(MODES), 'live')
    .action(({ account: accountId, country, share: revenueShareBps, mode }, command) =>
      printFrom(command, (db) => add(db, { accountId, mode, country, revenueShareBps })),
    );

  const ledger = program.command('ledger').description('the ledger, and the balances of contributors');
  takesKey(writes(ledger.command('credit')))
    .description('credit a contributor manually')
    .requiredOption('--account <id>', 'contributor to credit')
    .requiredOption('--amount <n>', 'minor units of US dollars', integerBetween(1, MAX_CREDIT))
    .requiredOption('--reason <text>', 'recorded in the ledger')
    .option('--mode <mode>', MODES.join(', '), oneOf(MODES), 'live')
    .action(async ({ account: accountId, amount, reason, mode }, command) => {
      const credit = { accountId, mode, amount, reason };
      const { value, shown, note } = await underKey(command, credit, async (db, claim) => {
        const { value: cause, replayed } = await creditByHand(db, credit, claim);
        return { value: { cause, ...(await contributorBalance(db.pool, accountId, mode)) }, replayed };
      });
      const { cause, ...balance } = value;
      print({ cause, amount, currency: 'usd', ...balance, ...shown }, { ...command.optsWithGlobals(), note });
    });
  writes(ledger.command('settle'))
    .description(
      'close the balance of a contributor, positive or negative, that was paid by other means or will not be paid',
    )
    .requiredOption('--account <id>', 'contributor')
    .requiredOption(
      '--amount <n>',
      'the whole available balance, in minor units; negative if the contributor owes it',
      integerBetween(-MAX_CREDIT, MAX_CREDIT),
    )
    .requiredOption('--reason <text>', 'recorded in the ledger')
    .option('--currency <code>', 'currency of the balance', currencyCode, 'usd')
    .option('--mode <mode>', MODES.join(', '), oneOf(MODES), 'live')
    .action(({ account: accountId, amount, currency, reason, mode }, command) =>
      printFrom(command, async (db) => {
        const cause = await settleBalance(db, { accountId, mode, amount, currency, reason });
        return { cause, amount, currency, reason };
      }),
    );
  reads(ledger.command('show'))
    .description('the balance of a contributor and its newest entries')
    .requiredOption('--account <id>', 'contributor')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 50)
    .option('--mode <mode>', MODES.join(', '), oneOf(MODES), 'live')
    .action(({ account, limit, mode }, command: Command) =>
      printFrom(command, async (db) => {
        const balance = await contributorBalance(db.pool, account, mode);
        if (!balance) throw new Failure('not_found', { detail: `${account} is not a contributor (${mode}).` });
        const transactions = (await listLedger(db, account, mode, limit)).map((entered) => ({
          cause: entered.cause,
          note: entered.note,
          entries: Object.fromEntries(entered.entries.map((entry) => [entry.account, entry.amount])),
          currency: entered.currency,
          createdAt: entered.createdAt,
        }));
        const { json } = command.optsWithGlobals<{ json?: boolean }>();
        return { accountId: account, mode, ...balance, transactions: json ? transactions : transactions.map(inWords) };
      }),
    );
  reads(ledger.command('books'))
    .description('totals of all ledger accounts, in minor units; assets are negative, liabilities positive')
    .action((_, command) => printFrom(command, sumBooks));
}

function inWords({ entries, currency, createdAt, cause }: LedgerLine): string {
  const amounts = Object.entries(entries).map(([name, amount]) => `${name} ${formatMoney({ amount, currency })}`);
  return `${createdAt.toISOString()} ${cause}: ${amounts.join(', ')}`;
}

interface LedgerLine {
  cause: string;
  entries: Record<string, number>;
  currency: string;
  createdAt: Date;
}

async function add(db: Database, wanted: { accountId: string; mode: Mode; country: string; revenueShareBps: number }) {
  const { accountId, mode, country, revenueShareBps } = wanted;
  const { payments, publicUrl } = paymentsOfSettings(db);
  const account = await findAccount(db, accountId);
  if (!account) throw new Failure('not_found', { detail: `No account ${accountId}.` });
  const back = { returnUrl: `${publicUrl}/account`, refreshUrl: `${publicUrl}/account` };
  return whileAdding(db, wanted, async () => {
    const known = (await findContributor(db, accountId, mode))?.connectedAccountId ?? null;
    const connected = (known === null ? null : await stillThere(payments, mode, known)) ?? (await open(known));
    // An existing connected account keeps its country, even if another was requested.
    const { id: connectedAccountId, country: own, currency } = connected;
    const found = { accountId, mode, connectedAccountId, country: own, revenueShareBps };
    const contributor = await addContributor(db, found);
    const onboardingUrl = await payments.connected.onboardingUrl(mode, connectedAccountId, back);
    return { ...contributor, currency, onboardingUrl };
  });

  async function open(replaces: string | null) {
    const id = await payments.connected.create({ mode, accountId, email: account!.email, country, replaces });
    return payments.connected.retrieve(mode, id);
  }
}

/** Retrieves a connected account. Null if it is closed or disconnected and must be replaced. */
async function stillThere(payments: Payments, mode: Mode, id: string) {
  try {
    return await payments.connected.retrieve(mode, id);
  } catch (error) {
    if (error instanceof PaymentsError && error.kind === 'account_gone') return null;
    throw error;
  }
}

const settings = {
  ...paymentSettings,
  PUBLIC_URL: url({ default: 'http://127.0.0.1:8080', desc: 'Where contributors return after onboarding' }),
};

function paymentsOfSettings(db: Database): { payments: Payments; publicUrl: string } {
  const read = readSettings(settings);
  const payments = openPayments(read, { deploymentId: deploymentIdOf(db, read.DEPLOYMENT_ID) });
  if (!payments) throw new Error('Set STRIPE_SECRET_KEY_LIVE or STRIPE_SECRET_KEY_TEST, or start the local default.');
  return { payments, publicUrl: read.PUBLIC_URL.replace(/\/$/, '') };
}
