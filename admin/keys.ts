import { Option, type Command } from 'commander';
import { MODES, PLANS, SCOPE_PRESETS } from '../contracts/access';
import type { Database } from '../prisma/client';
import type { ApiKey } from '../store/keys/row';
import { createKey, type CreatedKey } from '../store/keys/create-key';
import { listKeys } from '../store/keys/read-keys';
import { revokeKey } from '../store/keys/revoke-key';
import { rotateKey } from '../store/keys/rotate-key';
import { printFrom, reads, withDatabase, writes } from './context';
import { durationUpTo, expiry, oneOf, scopes } from './options';
import { print } from './print';

const DAY_MS = 86_400_000;

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
    .action(({ account: accountId, name, mode, scopes: allowed, plan, expires }, command) => {
      const lifetime = expires === 'never' ? {} : { expiresInMs: expires };
      return printOnce(command, (db) => createKey(db, { accountId, name, mode, scopes: allowed, plan, ...lifetime }));
    });
  writes(keys.command('rotate <id>'))
    .description('replace a key by a new one and show it, once')
    .addOption(
      new Option('--grace <duration>', 'time for which the old key still works, up to 30d')
        .argParser(durationUpTo(30 * DAY_MS))
        .default(DAY_MS, '24h'),
    )
    .action((id, { grace }, command) => printOnce(command, (db) => rotateKey(db, id, grace)));
  writes(keys.command('revoke <id>'))
    .description('end a key; every process refuses it within 5 s')
    .action((id, _, command) => printFrom(command, async (db) => shown(await revokeKey(db, id))));
  reads(keys.command('list'))
    .description('keys of an account, newest first')
    .requiredOption('--account <id>', 'account that they belong to')
    .action(({ account }, command) => printFrom(command, async (db) => (await listKeys(db, account)).map(shown)));
}

async function printOnce(command: Command, create: (db: Database) => Promise<CreatedKey>): Promise<void> {
  const { record, secret } = await withDatabase(command, create);
  const note = 'The key is shown this once; keep it safe.';
  print({ apiKey: secret, ...shown(record) }, { ...command.optsWithGlobals(), note });
}

function shown({ hash: _hash, ...key }: ApiKey) {
  return key;
}
