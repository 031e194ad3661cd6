import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Command } from 'commander';
import { PLANS } from '../base/access';
import { Failure } from '../base/failures';
import { formatMoney } from '../base/wording';
import { zipStream } from '../base/zip-stream';
import { ensureAccount, listAccounts, lookUpAccount, setBudget } from '../modules/accounts/store/accounts';
import { readBudget, type Budget } from '../modules/entitlements/store/budget';
import { countEntitlements, listEntitlements } from '../modules/entitlements/store/credits';
import { grantEntitlements } from '../modules/entitlements/store/grant';
import { erasureWorkflowId } from '../modules/erasure/messages';
import { beginErasure } from '../modules/erasure/store/begin-erasure';
import { exportAccount } from '../modules/erasure/store/export';
import { openErasures, readErasure, type ErasureState } from '../modules/erasure/store/purge';
import { resumeAccount, suspendAccount } from '../modules/erasure/store/suspension';
import { RUN_KIND_NAMES } from '../modules/run-kinds/contract';
import { printFrom, reads, writes, takesKey, underKey, withDatabase } from './context';
import { centsOrNone, email, integerBetween, oneOf } from './options';
import { print, ageOf } from './print';

const CREDITS_SHOWN = 50;

export function addAccountCommands(program: Command): void {
  const accounts = program.command('accounts').description('customers');
  writes(accounts.command('create'))
    .description('create an account, or show the existing account of this address')
    .requiredOption('--email <address>', 'email address of the owner', email)
    .option('--plan <plan>', PLANS.join(', '), oneOf(PLANS), 'free')
    .action(({ email: address, plan }, command) => printFrom(command, (db) => ensureAccount(db, address, plan)));
  reads(accounts.command('list'))
    .description('the newest accounts')
    .option('--email <text>', 'only addresses that contain this text')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(({ email: text, limit }, command) => printFrom(command, (db) => listAccounts(db, { limit, email: text })));
  reads(accounts.command('show <id-or-email>'))
    .description('show an account with its budget and entitlements')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        const account = await lookUpAccount(db, id);
        if (!account) throw new Failure('not_found', { detail: `No account ${id}.` });
        const counts = await countEntitlements(db, account.id, 'live');
        const budget = await readBudget(db.pool, { accountId: account.id, mode: 'live' });
        return {
          ...account,
          budget: command.optsWithGlobals().json ? budget : budgetText(budget),
          entitlements: counts,
          credits: await listEntitlements(db, account.id, CREDITS_SHOWN),
        };
      }),
    );
  writes(accounts.command('budget <id>'))
    .description('set the monthly budget of an account; new runs are refused once it is spent or reserved')
    .requiredOption('--monthly <cents>', 'US cents, or none for no limit', centsOrNone)
    .action((id, { monthly }, command) =>
      printFrom(command, (db) => setBudget(db, id, monthly === 'none' ? null : monthly)),
    );
  writes(accounts.command('suspend <id>'))
    .description(
      'stop an account: keys are refused within 5 s, browsers signed out, queued runs canceled, payments returned',
    )
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        const { account, canceledRuns } = await suspendAccount(db, id);
        return { ...account, canceledRuns };
      }),
    );
  writes(accounts.command('resume <id>'))
    .description('reactivate a suspended account')
    .requiredOption('--reason <text>', 'recorded in the audit log')
    .action((id, _, command) => printFrom(command, (db) => resumeAccount(db, id)));
  writes(accounts.command('export <id>'))
    .description('export all data of an account to a zip archive')
    .requiredOption('--out <file>', 'path of the archive; an existing file is not overwritten')
    .action((id, { out }, command) =>
      printFrom(command, async (db) => {
        const archive = zipStream(await exportAccount(db, id));
        // Other users of this machine must not read the archive.
        await pipeline(archive, createWriteStream(out, { flags: 'wx', mode: 0o600 }));
        return { id, out };
      }),
    );
  addErase(accounts);

  const entitlements = program.command('entitlements').description('credits for runs');
  takesKey(writes(entitlements.command('grant')))
    .description('grant entitlements to an account')
    .requiredOption('--account <id>', 'account that receives them')
    .requiredOption('--kind <kind>', RUN_KIND_NAMES.join(', '), oneOf(RUN_KIND_NAMES))
    .option('--count <n>', 'how many', integerBetween(1, 1000), 1)
    .action(async ({ account, kind, count }, command) => {
      const { value, shown, note } = await underKey(command, { account, kind, count }, (db, claim) =>
        grantEntitlements(db, account, kind, count, claim),
      );
      const granted = { accountId: account, kind, granted: count, entitlementIds: value, ...shown };
      print(granted, { ...command.optsWithGlobals(), note });
    });
}

function budgetText({ limitCents, spentCents, reservedCents, remainingCents }: Budget): string {
  const [spent, reserved, limit, remaining] = [spentCents, reservedCents, limitCents ?? 0, remainingCents ?? 0].map(
    (amount) => formatMoney({ amount, currency: 'usd' }),
  );
  const used = `${spent} spent, ${reserved} reserved`;
  return limitCents === null ? `no limit; ${used}` : `${used}, ${remaining} left of ${limit}`;
}

function addErase(accounts: Command): void {
  writes(accounts.command('erase [id]'))
    .description(
      'permanently erase an account: access ends at once, a workflow deletes the data; refused while money is open. ' +
        'Repeat the command to restart the workflow while anything is left',
    )
    .option('--status', 'only show what is left to erase, for this account or for all unfinished erasures', false)
    .option('--reason <text>', 'recorded in the audit log; required to erase')
    .action(async (id: string | undefined, { status, reason }: EraseOptions, command: Command) => {
      if (status) return showErasures(command, id);
      if (id === undefined || !reason) throw new Error('Pass an account and a --reason, or use --status.');
      const begun = await withDatabase(command, (db) => beginErasure(db, id));
      const started = begun.pending.length > 0;
      print(
        { id, status: begun.status, started, workflowId: erasureWorkflowId(id), kept: begun.kept },
        { ...command.optsWithGlobals(), ...(!started && { note: 'The erasure is complete. Nothing is left.' }) },
      );
    });
}

interface EraseOptions {
  status: boolean;
  reason?: string;
}

async function showErasures(command: Command, id: string | undefined): Promise<void> {
  const options = command.optsWithGlobals<{ json?: boolean }>();
  if (id === undefined) {
    const states = await withDatabase(command, openErasures, { readOnly: true });
    return print(options.json ? states : states.map(inOneLine), options);
  }
  const state = await withDatabase(command, (db) => readErasure(db, id), { readOnly: true });
  print(options.json ? state : forPeople(state), options);
}

function inOneLine({ accountId, requestedAt, sessions, left, money }: ErasureState) {
  return {
    accountId,
    age: requestedAt && ageOf(requestedAt),
    sessions,
    left: left.map(
      ({ table, rows, unfinished }) => `${table} ${rows}${unfinished ? ` (${unfinished} unfinished)` : ''}`,
    ),
    money,
  };
}

function forPeople({ requestedAt, left, ...state }: ErasureState) {
  return {
    ...state,
    requestedAt,
    age: requestedAt && ageOf(requestedAt),
    left: left.map(({ oldest, ...rows }) => ({ ...rows, age: oldest && ageOf(oldest) })),
  };
}
