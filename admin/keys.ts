import { Option, type Command } from 'commander';
import { MODES, PLANS, SCOPE_PRESETS } from '../base/access';
import { mailSettings } from '../base/mail-settings';
import { createSecretBox } from '../base/secrets';
import { readSettings } from '../base/settings';
import { webhookSettings } from '../base/webhook-settings';
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  type CreatedKey,
  type ApiKey,
} from '../modules/accounts/store/keys';
import { countTokenKeys } from '../modules/mail/store/suppressions';
import { countSealedSecrets } from '../modules/webhooks/store/sealed-secrets';
import type { Database } from '../prisma/client';
import { printFrom, reads, withDatabase, writes } from './context';
import { durationUpTo, expiry, oneOf, scopes } from './options';
import { print } from './print';

const DAY_MS = 86_400_000;

export function addKeyCommands(program: Command): void {
  const keys = program.command('keys').description('API keys');
  writes(keys.command('create'))
    .description('create a key and show it once')
    .requiredOption('--account <id>', 'account of the key')
    .requiredOption('--name <name>', 'purpose of the key')
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
    .description('replace a key with a new one and show it once')
    .addOption(
      new Option('--grace <duration>', 'how long the old key still works, up to 30d')
        .argParser(durationUpTo(30 * DAY_MS))
        .default(DAY_MS, '24h'),
    )
    .action((id, { grace }, command) => printOnce(command, (db) => rotateKey(db, id, grace)));
  writes(keys.command('revoke <id>'))
    .description('revoke a key; every process refuses it within 5 s')
    .action((id, _, command) => printFrom(command, async (db) => shown(await revokeKey(db, id))));
  reads(keys.command('list'))
    .description('keys of an account, newest first')
    .requiredOption('--account <id>', 'account of the keys')
    .action(({ account }, command) => printFrom(command, async (db) => (await listKeys(db, account)).map(shown)));
  addSecrets(program);
}

async function printOnce(command: Command, create: (db: Database) => Promise<CreatedKey>): Promise<void> {
  const { record, secret } = await withDatabase(command, create);
  const note = 'The key is shown only once. Store it safely.';
  print({ apiKey: secret, ...shown(record) }, { ...command.optsWithGlobals(), note });
}

function shown({ hash: _hash, ...key }: ApiKey) {
  return key;
}

const settings = { TOKEN_SECRET: mailSettings.TOKEN_SECRET, WEBHOOK_SECRET_KEY: webhookSettings.WEBHOOK_SECRET_KEY };

function addSecrets(program: Command): void {
  const secrets = program.command('secrets').description('versions of the secrets for signing and encryption');
  reads(secrets.command('list'))
    .description('list secret versions and how many rows need each; exits 1 if a needed one is missing')
    .action(async (_, command) => {
      const versions = await withDatabase(command, (db) => secretVersions(db));
      print(versions, command.optsWithGlobals());
      if (versions.some(({ state }) => state === 'missing')) process.exitCode = 1;
    });
}

/** All secret versions that are in these settings or in use, with the number of rows that need each. */
export async function secretVersions(db: Database, env: NodeJS.ProcessEnv = process.env): Promise<SecretVersion[]> {
  const { TOKEN_SECRET, WEBHOOK_SECRET_KEY } = readSettings(settings, env);
  const [tokens, sealed] = [await countTokenKeys(db), await countSealedSecrets(db)];
  return [
    ...versionsOf(
      'TOKEN_SECRET',
      TOKEN_SECRET?.map(({ id }) => id) ?? [],
      tokens.map(({ keyId, links, consents }) => ({ keyId, neededBy: { links, consents } })),
    ),
    ...versionsOf(
      'WEBHOOK_SECRET_KEY',
      WEBHOOK_SECRET_KEY ? createSecretBox(WEBHOOK_SECRET_KEY).keyIds : [],
      sealed.map(({ keyId, count }) => ({ keyId, neededBy: { webhookSecrets: count } })),
    ),
  ];
}

type SecretVersion = ReturnType<typeof versionsOf>[number];

interface Use {
  keyId: string;
  neededBy: Record<string, number>;
}

function versionsOf(setting: string, keyIds: readonly string[], uses: Use[]) {
  const stateOf = (keyId: string) => {
    if (!keyIds.includes(keyId)) return 'missing';
    return keyId === keyIds[0] ? 'makes' : 'verifies';
  };
  const unused = keyIds.filter((id) => !uses.some(({ keyId }) => keyId === id));
  return [...uses, ...unused.map((keyId) => ({ keyId, neededBy: {} }))].map(({ keyId, neededBy }) => ({
    setting,
    keyId,
    state: stateOf(keyId),
    neededBy,
  }));
}
