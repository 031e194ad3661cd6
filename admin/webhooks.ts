import type { Command } from 'commander';
import { createSecretBox, type SecretBox } from '../base/secrets';
import { readSettings } from '../base/settings';
import { generateSigningSecret, webhookSettings } from '../base/webhook-settings';
import { WEBHOOK_REPLAY_MS } from '../modules/webhooks/contract';
import { listDeliveries } from '../modules/webhooks/store/deliveries';
import {
  disableWebhook,
  listAllWebhooks,
  rotateWebhookSecret,
  type Webhook,
} from '../modules/webhooks/store/endpoints';
import { replayDeliveries, requestTestDelivery } from '../modules/webhooks/store/replay';
import { resealSecrets } from '../modules/webhooks/store/sealed-secrets';
import { printFrom, reads, withDatabase, writes, takesKey, underKey } from './context';
import { dateInPast, durationUpTo, integerBetween } from './options';
import { print } from './print';

const DAY_MS = 86_400_000;

export function addWebhookCommands(program: Command): void {
  const webhooks = program.command('webhooks').description('webhook endpoints of customers');
  reads(webhooks.command('list'))
    .description('the newest endpoints')
    .option('--account <id>', 'only this account')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action(({ account, limit }, command) =>
      printFrom(command, async (db) => (await listAllWebhooks(db, limit, account)).map(shown)),
    );
  writes(webhooks.command('test <id>'))
    .description('send a signed webhook.test; the worker delivers it, and `deliveries` shows the result')
    .action((id, _, command) =>
      printFrom(command, async (db) => {
        const { deliveryId } = await requestTestDelivery(db, id);
        return { webhookId: id, deliveryId, workflowId: `webhook-delivery/${deliveryId}` };
      }),
    );
  reads(webhooks.command('deliveries <id>'))
    .description('the newest deliveries to an endpoint, each with its attempts')
    .option('--limit <n>', 'how many', integerBetween(1, 1000), 20)
    .action((id, { limit }, command) =>
      printFrom(command, async (db) =>
        (await listDeliveries(db, id, { limit })).map(({ payload: _payload, attempts, ...delivery }) => ({
          ...delivery,
          attempts: attempts.map(({ deliveryId: _id, ...attempt }) => attempt),
        })),
      ),
    );
  takesKey(writes(webhooks.command('replay <id>')))
    .description('replay to an endpoint: one delivery, or all events from --since until --until (exclusive)')
    .option('--delivery <id>', 'a delivery of the last 30 days')
    .option('--since <moment>', 'start of the events', dateInPast)
    .option('--until <moment>', 'exclusive; default: now', dateInPast)
    .action(async (id, { delivery, since, until }, command) => {
      if ((delivery === undefined) === (since === undefined)) throw new Error('Pass either --delivery or --since.');
      const wanted = delivery === undefined ? { since: since!, until: until ?? new Date() } : { deliveryId: delivery };
      const done = await underKey(command, { id, delivery, since, until }, (db, claim) =>
        replayDeliveries(db, id, wanted, { idempotency: claim }),
      );
      print({ ...done.value, ...done.shown }, { ...command.optsWithGlobals(), note: done.note });
    });
  // Only two secrets sign at a time. Without a key, a repeated command would retire the secret that the receiver uses.
  takesKey(writes(webhooks.command('rotate <id>')))
    .description('rotate the signing secret of an endpoint and show it; the same --key shows it again for 30 days')
    .option('--grace <duration>', 'how long the old secret also signs, up to 30d', durationUpTo(30 * DAY_MS), DAY_MS)
    .action(async (id, { grace }, command) => {
      const box = secretBox();
      const sealed = box.seal(generateSigningSecret(), id);
      const done = await underKey(command, { id, grace }, (db, claim) =>
        rotateWebhookSecret(db, id, sealed, grace, { idempotency: { ...claim, keepForMs: WEBHOOK_REPLAY_MS } }),
      );
      const signingSecret = box.open(Buffer.from(done.value.sealedSecret, 'base64'), id);
      const note = done.note ?? 'Give the secret to the owner of the endpoint.';
      print({ webhookId: id, signingSecret, ...done.shown }, { ...command.optsWithGlobals(), note });
    });
  writes(webhooks.command('reseal'))
    .description(
      're-encrypt all signing secrets with the first key of WEBHOOK_SECRET_KEY, so that older keys can be retired',
    )
    .action(async (_, command) => {
      const box = secretBox();
      const outcome = await withDatabase(command, (db) => resealSecrets(db, box));
      print({ keyId: box.keyId, ...outcome }, command.optsWithGlobals());
      if (outcome.unreadable.length > 0) process.exitCode = 1;
    });
  writes(webhooks.command('disable <id>'))
    .description('disable an endpoint; it no longer counts toward the limit')
    .action((id, _, command) => printFrom(command, async (db) => shown(await disableWebhook(db, id))));
}

function secretBox(): SecretBox {
  const { WEBHOOK_SECRET_KEY: keys } = readSettings(webhookSettings);
  if (!keys) throw new Error('Set WEBHOOK_SECRET_KEY: it encrypts signing secrets.');
  return createSecretBox(keys);
}

function shown({ sealedSecret: _sealed, previousSecret: _previous, ...webhook }: Webhook) {
  return webhook;
}
