import type { Command } from 'commander';
import { MODES, PLANS, SCOPES } from '../../contracts/access';
import type { ApiKey } from '../../prisma/client';
import { createKey, listKeys, revokeKey, rotateKey, type CreatedKey } from '../../store/api-keys';
import { withDatabase } from './context';
import { durationUpTo, oneOf, scopes } from './options';
import { print } from './print';

const DAY_MS = 86_400_000;
const ONCE = 'The key is shown this once; keep it safe.';

/** `keys create | rotate | revoke | list`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');
  keys
    .command('create')
    .description('create a key and show it, once')
    .requiredOption('--account <id>', 'account that it belongs to')
    .requiredOption('--name <name>', 'what it is for')
    .option('--mode <mode>', MODES.join(' or '), oneOf(MODES), 'live')
    .option('--scopes <list>', 'all, or names separated by commas', scopes, [...SCOPES])
    .option('--plan <plan>', 'a lower plan than the account has', oneOf(PLANS))
    .option('--expires-in <duration>', 'such as 90d; without it the key does not expire', durationUpTo(3650 * DAY_MS))
    .action(async ({ account, name, mode, scopes: allowed, plan, expiresIn }, command) => {
      const created = await withDatabase((db) =>
        createKey(db, { accountId: account, name, mode, scopes: allowed, plan, expiresInMs: expiresIn }),
      );
      print(withSecret(created), { ...command.optsWithGlobals(), note: ONCE });
    });
  keys
    .command('rotate <id>')
    .description('replace a key by a new one and show it, once')
    .option('--grace <duration>', 'how long the old key still works, up to 30d', durationUpTo(30 * DAY_MS), DAY_MS)
    .action(async (id, { grace }, command) => {
      const created = await withDatabase((db) => rotateKey(db, id, grace));
      print(withSecret(created), { ...command.optsWithGlobals(), note: ONCE });
    });
  keys
    .command('revoke <id>')
    .description('end a key; every process refuses it within 5 s')
    .action(async (id, _, command) => {
      print(shown(await withDatabase((db) => revokeKey(db, id))), command.optsWithGlobals());
    });
  keys
    .command('list')
    .description('keys of an account, newest first')
    .requiredOption('--account <id>', 'account that they belong to')
    .action(async ({ account }, command) => {
      const list = await withDatabase((db) => listKeys(db, account));
      print(list.map(shown), command.optsWithGlobals());
    });
}

function withSecret({ record, secret }: CreatedKey) {
  return { apiKey: secret, ...shown(record) };
}

function shown({ hash: _hash, ...key }: ApiKey) {
  return key;
}
