import type Stripe from 'stripe';
import { WebhookRefused } from '../../contracts/payments';
import { HANDLED_EVENTS } from '../../providers/payments/webhook-events';
import { Differs, made, refusal, same, Unknown, type Assumption } from './assumption';
import { askProvider, until, type PaymentsContact } from './payments-contact';

/** What the product takes for granted of the payment provider's webhooks. */
export const WEBHOOK_ASSUMPTIONS: readonly Assumption<PaymentsContact>[] = [
  {
    name: 'webhook',
    says: 'The webhook of the expired session arrives signed so that it is accepted, and a changed one is not.',
    cure: 'Set STRIPE_WEBHOOK_SECRETS_TEST to the secret of this endpoint; see providers/payments/webhook-events.ts.',
    async check({ settings, payments, session, received }) {
      if (settings.listen === null)
        throw new Unknown(
          'Run `stripe listen --forward-to 127.0.0.1:4242` beside it, set STRIPE_WEBHOOK_SECRETS_TEST to the secret that it prints, and add --listen 4242.',
        );
      const { id } = made(session, 'payments session');
      const mine = await until(settings, () =>
        received.find(({ body }) => body.includes(id) && body.includes('session.expired')),
      );
      if (!mine) throw new Differs(`no webhook of ${id} came within ${settings.waitsMs / 1_000} s`);
      const event = payments.verifyWebhook(mine.body, mine.signature);
      same('what it is about', `${event?.about} ${event?.objectId}`, `session ${id}`);
      const forged = await refusal(
        'a changed webhook',
        Promise.resolve().then(() => payments.verifyWebhook(`${mine.body} `, mine.signature)),
      );
      same('the refusal', forged instanceof WebhookRefused ? forged.reason : forged, 'signature');
      return 'signed and verified';
    },
  },
  {
    name: 'endpoint',
    says: 'The webhook endpoint gets every event that we handle, and answered the one of the expired session with 2xx, which ours does only for a right signature.',
    cure: 'Mend the endpoint in the dashboard (docs/operations.md, Payments); it says under Event deliveries what it was answered.',
    async check({ settings, session }) {
      const urls = await endpoints(settings);
      const { id } = made(session, 'payments session');
      const event = await until(settings, async () => {
        const found = await eventAbout(settings, id);
        return found?.pending_webhooks === 0 ? found : undefined;
      });
      if (!event)
        throw new Unknown(
          `An endpoint has not answered 2xx within ${settings.waitsMs / 1_000} s. With several, the provider does not say which: see Event deliveries in the dashboard.`,
        );
      return `${event.type} was taken by ${urls.join(', ')}`;
    },
  },
];

type Endpoint = Pick<Stripe.WebhookEndpoint, 'url' | 'status' | 'enabled_events'>;

/** Addresses of the endpoints in test mode. @throws Unknown if there is none, Differs if an event reaches none of them */
async function endpoints(settings: PaymentsContact['settings']): Promise<string[]> {
  const { endpoint } = settings;
  const answer = await askProvider(settings, '/v1/webhook_endpoints?limit=100');
  if (answer.status === 403)
    throw new Unknown('The key may not read webhook endpoints. Let it, or look at Event deliveries in the dashboard.');
  const { data } = (await answer.json()) as { data: Endpoint[] };
  // Those for our account and for connected accounts have the same address.
  const ours = data.filter(({ url, status }) => status === 'enabled' && (endpoint === null || url === endpoint));
  if (ours.length === 0)
    throw new Unknown(`No enabled endpoint in test mode${endpoint ? ` is ${endpoint}` : ''}: make it, then try again.`);
  const subscribed = new Set(ours.flatMap((each) => each.enabled_events));
  const missing = HANDLED_EVENTS.filter((type) => !subscribed.has('*') && !subscribed.has(type));
  if (missing.length > 0) throw new Differs(`it does not get ${missing.join(', ')}`);
  return [...new Set(ours.map(({ url }) => url))];
}

async function eventAbout(settings: PaymentsContact['settings'], sessionId: string): Promise<Stripe.Event | undefined> {
  const answer = await askProvider(settings, '/v1/events?types[]=checkout.session.expired&limit=20');
  const { data } = (await answer.json()) as { data: Stripe.Event[] };
  return data.find(({ data: { object } }) => (object as { id?: string }).id === sessionId);
}
