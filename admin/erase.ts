import type { Command } from 'commander';
import { erasureWorkflowId } from '../domain/messages/erasures';
import { beginErasure } from '../store/accounts/begin-erasure';
import { openErasures, readErasure, type ErasureState } from '../store/accounts/read-erasures';
import { withDatabase, writes } from './context';
import { ageOf, print } from './print';

/** `accounts erase`, which erases an account or says how far that has come. */
export function addErase(accounts: Command): void {
  writes(accounts.command('erase [id]'))
    .description(
      'erase an account for good: revoked at once, deleted by a workflow; refused while money is open. ' +
        'Again: starts the workflow again while anything is left',
    )
    .option('--status', 'only show what is left: of the account, or of every erasure that has not ended', false)
    .option('--reason <text>', 'kept in the audit log; required to erase')
    .action(async (id: string | undefined, { status, reason }: EraseOptions, command: Command) => {
      if (status) return id === undefined ? showAll(command) : showOne(command, id);
      if (id === undefined || !reason) throw new Error('Name an account and a --reason, or ask with --status.');
      const begun = await withDatabase(command, (db) => beginErasure(db, id));
      const started = begun.pending.length > 0;
      print(
        { id, status: begun.status, started, workflowId: erasureWorkflowId(id), kept: begun.kept },
        { ...command.optsWithGlobals(), ...(!started && { note: 'It has ended, and nothing is left.' }) },
      );
    });
}

interface EraseOptions {
  status: boolean;
  reason?: string;
}

async function showAll(command: Command): Promise<void> {
  const states = await withDatabase(command, openErasures, { readOnly: true });
  const options = command.optsWithGlobals<{ json?: boolean }>();
  print(options.json ? states : states.map(inOneLine), options);
}

async function showOne(command: Command, id: string): Promise<void> {
  const state = await withDatabase(command, (db) => readErasure(db, id), { readOnly: true });
  const options = command.optsWithGlobals<{ json?: boolean }>();
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
