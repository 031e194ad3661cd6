import { Option, type Command } from 'commander';
import { MODES, PLANS, SCOPE_PRESETS } from '../contracts/access';
import type { ApiKey } from '../store/keys/row';
import { createKey, type CreatedKey } from '../store/keys/create-key';
import { listKeys } from '../store/keys/read-keys';
import { revokeKey } from '../store/keys/revoke-key';
import { rotateKey } from '../store/keys/rotate-key';
import { reads, withDatabase, writes } from './context';
import { durationUpTo, expiry, oneOf, scopes } from './options';
import { print } from './print';

const DAY_MS = 86_400_000;
const ONCE = 'The key is shown this once; keep it safe.';

/** `keys create | rotate | revoke | list`. */
export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');
  writes(keys.command('create'))
    .description('create a key and show it, once')
    .requiredOption('--account <id>', 'account that it belongs to')
    .requiredOption('--name <name>', 'what it is for')
    .option('--mode <mode>', MODES.join(' or '), oneOf(MODES), 'live')
    .requiredOption(
      '--scopes <list>',
      `${Object.keys(SCOPE_PRESETS).join(', ')}, or scopes separated by commas`,
      scopes,
    )
    .option('--plan <plan>', 'a lower plan than the account has', oneOf(PLANS))
    .addOption(
      new Option('--expires-in, --expires <duration>', 'such as 30d, or never')
        .argParser(expiry(3650 * DAY_MS))
        .default(90 * DAY_MS, '90d'),
    )
    .action(async ({ account, name, mode, scopes: allowed, plan, expires }, command) => {
      const created = await withDatabase(command, (db) =>
        createKey(db, {
          accountId: account,
          name,
          mode,
          scopes: allowed,
          plan,
          ...(expires !== 'never' && { expiresInMs: expires }),
        }),
      );
      print(withSecret(created), { ...command.optsWithGlobals(), note: ONCE });
    });
  writes(keys.command('rotate <id>'))
    .description('replace a key by a new one and show it, once')
    .addOption(
      new Option('--grace <duration>', 'time for which the old key still works, up to 30d')
        .argParser(durationUpTo(30 * DAY_MS))
        .default(DAY_MS, '24h'),
    )
    .action(async (id, { grace }, command) => {
      const created = await withDatabase(command, (db) => rotateKey(db, id, grace));
      print(withSecret(created), { ...command.optsWithGlobals(), note: ONCE });
    });
  writes(keys.command('revoke <id>'))
    .description('end a key; every process refuses it within 5 s')
    .action(async (id, _, command) => {
      print(shown(await withDatabase(command, (db) => revokeKey(db, id))), command.optsWithGlobals());
    });
  reads(keys.command('list'))
    .description('keys of an account, newest first')
    .requiredOption('--account <id>', 'account that they belong to')
    .action(async ({ account }, command) => {
      const list = await withDatabase(command, (db) => listKeys(db, account));
      print(list.map(shown), command.optsWithGlobals());
    });
}

function withSecret({ record, secret }: CreatedKey) {
  return { apiKey: secret, ...shown(record) };
}

function shown({ hash: _hash, ...key }: ApiKey) {
  return key;
}
