import type { Command } from 'commander';
import { mailSettings } from '../platform/mail-settings';
import { createSecretBox } from '../platform/secret-box';
import { readSettings } from '../platform/settings';
import { webhookSettings } from '../platform/webhook-settings';
import type { Database } from '../prisma/client';
import { countTokenKeys } from '../store/mail/token-keys';
import { countSealedSecrets } from '../store/webhooks/reseal-secrets';
import { reads, withDatabase } from './context';
import { print } from './print';

const settings = { TOKEN_SECRET: mailSettings.TOKEN_SECRET, WEBHOOK_SECRET_KEY: webhookSettings.WEBHOOK_SECRET_KEY };

/** `secrets list`. */
export function addSecretCommands(program: Command): void {
  const secrets = program
    .command('secrets')
    .description('versions of the secrets that the service signs and seals with');
  reads(secrets.command('list'))
    .description('each version by its id, and how many rows need it; one that is needed and missing exits 1')
    .action(async (_, command) => {
      const versions = await withDatabase(command, (db) => secretVersions(db));
      print(versions, command.optsWithGlobals());
      if (versions.some(({ state }) => state === 'missing')) process.exitCode = 1;
    });
}

/** Each version of the secrets in these settings, by its id, with what still needs it. */
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

/** One version of a secret. */
type SecretVersion = ReturnType<typeof versionsOf>[number];

/** Rows that name a key, counted. */
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
