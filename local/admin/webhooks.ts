import type { Command } from 'commander';
import { createSecretBox, type SecretBox } from '../../contracts/secret-box';
import { readSettings } from '../../contracts/settings';
import { generateSigningSecret } from '../../contracts/webhook-signature';
import { webhookSettings } from '../../contracts/webhook-settings';
import type { Webhook } from '../../prisma/client';
import { listDeliveries } from '../../store/webhooks/deliveries';
import { requestTestDelivery } from '../../store/webhooks/request-test-delivery';
import { disableWebhook, listAllWebhooks, rotateWebhookSecret } from '../../store/webhooks/webhooks';
import { localFolder } from '../folder';
import { keptSecrets } from '../kept-secrets';
import { localParts, withDatabase } from './context';
import { durationUpTo, integerBetween } from './options';
import { print } from './print';

const DAY_MS = 86_400_000;

/** `webhooks list | test | deliveries | rotate | disable`. */
export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('webhook endpoints of customers');
  webhooks
    .command('list')
    .description('the newest endpoints')
    .option('--account <id>', 'of one account only')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(async ({ account, limit }, command) => {
      const list = await withDatabase((db) => listAllWebhooks(db, limit, account));
      print(list.map(shown), command.optsWithGlobals());
    });
  webhooks
    .command('test <id>')
    .description('send a signed webhook.test; the worker delivers it, `deliveries` tells how it went')
    .action(async (id, _, command) => {
      const { deliveryId } = await withDatabase((db) => requestTestDelivery(db, id));
      print({ webhookId: id, deliveryId, workflowId: `webhook-delivery/${deliveryId}` }, command.optsWithGlobals());
    });
  webhooks
    .command('deliveries <id>')
    .description('the newest deliveries to an endpoint, each with its attempts')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(async (id, { limit }, command) => {
      const list = await withDatabase((db) => listDeliveries(db, id, limit));
      print(
        list.map(({ payload: _payload, attempts, ...delivery }) => ({
          ...delivery,
          attempts: attempts.map(({ deliveryId: _id, ...attempt }) => attempt),
        })),
        command.optsWithGlobals(),
      );
    });
  webhooks
    .command('rotate <id>')
    .description('give an endpoint a new signing secret and show it, once')
    .option('--grace <duration>', 'how long the old one signs too, up to 30d', durationUpTo(30 * DAY_MS), DAY_MS)
    .action(async (id, { grace }, command) => {
      const signingSecret = generateSigningSecret();
      const sealed = secretBox().seal(signingSecret, id);
      await withDatabase((db) => rotateWebhookSecret(db, id, sealed, grace));
      const note = 'The secret is shown this once; give it to the owner of the endpoint.';
      print({ webhookId: id, signingSecret }, { ...command.optsWithGlobals(), note });
    });
  webhooks
    .command('disable <id>')
    .description('end an endpoint; it makes room for another')
    .action(async (id, _, command) => {
      print(shown(await withDatabase((db) => disableWebhook(db, id))), command.optsWithGlobals());
    });
}

// The operator's key, or that of the local default that runs.
function secretBox(): SecretBox {
  const { WEBHOOK_SECRET_KEY: own } = readSettings(webhookSettings);
  if (own) return createSecretBox(own);
  if (!localParts()) throw new Error('Set WEBHOOK_SECRET_KEY: without it no secret can be sealed.');
  return createSecretBox(Buffer.from(keptSecrets(localFolder(process.env)).webhookKey, 'base64'));
}

function shown({ sealedSecret: _sealed, previousSecret: _previous, ...webhook }: Webhook) {
  return webhook;
}
