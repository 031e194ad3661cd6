import { html, type Markup } from '../../base/html';
import { exampleOfEvent } from '../../http/examples';
import {
  PRODUCT_EVENTS,
  eventsOf,
  MAX_KEPT_WEBHOOKS,
  MAX_REPLAYED,
  MAX_WEBHOOKS,
  WEBHOOK_EVENTS,
  type ProductEvent,
} from '../../modules/webhooks/contract';
import { codeBlock } from '../components/code';
import { tabs } from '../components/frame';
import { page, show } from '../page';
import { listenLine } from './clients';
import { developersLayout, sample } from './developers-layout';

const RECEIVERS = [
  { language: 'Node.js', mark: 'js', code: sample('receive.mjs') },
  { language: 'Python', mark: 'py', code: sample('receive.py') },
  { language: 'Go', mark: 'go', code: sample('receive.go') },
] as const;

/** Guide to webhooks: setting up an endpoint, verifying signatures, and delivery rules. */
export const webhooksPage = page({
  method: 'GET',
  path: '/developers/webhooks',

  handle({ deps }) {
    const { publicUrl, productEvents } = deps.settings;
    const offered = eventsOf(deps.settings);
    return show(
      developersLayout({
        title: 'Webhooks',
        current: '/developers/webhooks',
        about: {
          publicUrl,
          path: '/developers/webhooks',
          description: 'Set up an endpoint and verify its signed deliveries.',
        },
        body: html`<h1>Webhooks</h1>
          <p class="lead">
            Signed deliveries to your own URL, following
            <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>.
          </p>
          ${
            !productEvents &&
            html`<p class="notice">
              This service delivers only <code>webhook.test</code>, on request: events of runs, orders and payouts are
              not commissioned here, and a subscription to one is refused. To follow a run, poll its status with
              <code>Prefer: wait=20</code>. On your own machine, <code>PRODUCT_EVENTS=on npm start</code> shows them.
            </p>`
          }

          <h2>Set one up</h2>
          <p>With a key in <code>NOI_API_KEY</code> that may manage webhooks:</p>
          ${codeBlock('creation', creation(publicUrl, productEvents ? 'run.completed' : 'webhook.test'), 'sh')}
          <p>
            The response contains <code>signingSecret</code>, shown only once. An account may have ${MAX_WEBHOOKS}
            active endpoints, ${MAX_KEPT_WEBHOOKS} with the disabled ones. The URL must be https and public. Send a test
            by <code>POST /v1/webhooks/{id}/test</code> or from your account page.
          </p>

          ${productEvents && onYourMachine(publicUrl)}

          <h2>Verify a delivery</h2>
          <p>
            The signature in <code>webhook-signature</code> is HMAC-SHA256, with the secret, over
            <code>webhook-id</code>, <code>webhook-timestamp</code> and the raw body, joined by dots. During secret
            rotation there are two signatures; accept either. Use a Standard Webhooks library or one of these programs,
            which read the secret from <code>NOI_WEBHOOK_SECRET</code>.
          </p>
          ${tabs(
            'receiver',
            RECEIVERS.map(({ language, code, mark }, place) => ({
              label: language,
              body: codeBlock(`receiver-${place}`, code, mark),
            })),
          )}

          <h2>What to expect</h2>
          <dl>
            <dt>Success</dt>
            <dd>Any status from 200 to 299 within 15 seconds. Respond first, then process the message.</dd>
            <dt>Retries</dt>
            <dd>
              Up to eight attempts over about half a day with growing pauses; <code>Retry-After</code> is honored. 410
              ends a delivery at once.
            </dd>
            <dt>Duplicates</dt>
            <dd>
              A message can arrive more than once with the same <code>webhook-id</code>. Store the id to deduplicate.
            </dd>
            <dt>Redirects</dt>
            <dd>Redirects are not followed.</dd>
          </dl>

          <h2>Events</h2>
          <dl>
            ${offered.map(
              (type) =>
                html`<dt><code>${type}</code></dt>
                  <dd>${WEBHOOK_EVENTS[type]}</dd>`,
            )}
          </dl>
          ${productEvents && ofTheProduct()}`,
      }),
    );
  },
});

/** How events reach a server that no address leads to. */
function onYourMachine(publicUrl: string): Markup {
  return html`<h2>On your own machine</h2>
    <p>
      Without a public address: this prints events as they happen and forwards each to your server, signed with a secret
      that it prints. It asks <code>GET /v1/events</code>, so nothing has to reach you from outside.
    </p>
    ${codeBlock('listen', listenLine(publicUrl), 'sh')}`;
}

function creation(publicUrl: string, type: string): string {
  const body = { url: 'https://hooks.example.com/noi', eventTypes: [type] };
  return [
    `curl -sS --fail-with-body "${publicUrl}/v1/webhooks"`,
    '-H "X-Api-Key: $NOI_API_KEY"',
    '-H "Idempotency-Key: first-webhook"',
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}

const SHOWN: readonly ProductEvent[] = ['run.completed', 'order.fulfilled', 'withdrawal.paid'];

/** What holds for the events of the product. */
function ofTheProduct(): Markup {
  return html`<p>
      An event says what it is about, the status that it reached and where to read on, never what was found. It is
      written in the transaction that causes it: one for each transition, and none is lost.
    </p>
    ${SHOWN.map(
      (type, place) =>
        html`<h3><code>${type}</code></h3>
          ${codeBlock(`event-${place}`, JSON.stringify(exampleOfEvent(type), null, 2))}`,
    )}
    <h3>Order</h3>
    <p>
      Deliveries can overtake each other. <code>data.sequence</code> counts the events of one
      <code>data.subject</code> from 1: ignore one below the highest that you have seen, and read the status where it
      matters. <code>data.id</code> is the same in every delivery of an event.
    </p>
    <h3>What you missed</h3>
    <p>
      <code>POST /v1/webhooks/{id}/replay</code> with a <code>deliveryId</code> sends one again, with
      <code>since</code> and <code>until</code> the events of a span of time, ${MAX_REPLAYED} at once, of the last 30
      days; your account page does the same. ${Object.keys(PRODUCT_EVENTS).length} kinds of events can be subscribed to.
    </p>`;
}
