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
import { developersLayout, sample, scopeNote } from './developers-layout';

const RECEIVERS = [
  { language: 'Node.js', mark: 'js', code: sample('receive.mjs') },
  { language: 'Python', mark: 'py', code: sample('receive.py') },
  { language: 'Go', mark: 'go', code: sample('receive.go') },
] as const;

const SCOPES = scopeNote(['webhooks:manage']);
const CREATION_TS = sample('webhook.ts');
const CREATION_PYTHON = sample('webhook.py');

/** Webhook guide: creating an endpoint, verifying signatures, and how deliveries work. */
export const webhooksPage = page({
  method: 'GET',
  path: '/developers/webhooks',

  handle({ deps }) {
    const { publicUrl, productEvents } = deps.settings;
    const offered = eventsOf(deps.settings);
    const firstEvent = productEvents ? 'run.completed' : 'webhook.test';
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
            We send signed events to your server, following
            <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>.
          </p>
          ${productEvents ? onYourMachine(publicUrl) : onlyTests(publicUrl)}

          <h2>Create an endpoint</h2>
          <p>
            Set <code>NOI_API_URL</code> and <code>NOI_API_KEY</code> as in <a href="/developers">the quick start</a>.
            Put the address of your server into <code>url</code>: it must use https and be public.
          </p>
          ${tabs('language', [
            { label: 'curl', body: codeBlock('creation', creation(firstEvent), 'sh', SCOPES) },
            { label: 'TypeScript', body: codeBlock('creation-ts', withEvent(CREATION_TS, firstEvent), 'ts', SCOPES) },
            {
              label: 'Python',
              body: codeBlock('creation-python', withEvent(CREATION_PYTHON, firstEvent), 'py', SCOPES),
            },
          ])}
          <p>
            Store <code>signingSecret</code> from the response. We show it only once. To send a test, call
            <code>POST /v1/webhooks/{id}/test</code> or use <a href="/account/webhooks">your account page</a>. An
            account can have ${MAX_WEBHOOKS} active endpoints, or ${MAX_KEPT_WEBHOOKS} including disabled ones.
          </p>

          <h2 id="verify">Verify a delivery</h2>
          <p>
            The header <code>webhook-signature</code> contains an HMAC-SHA256, made with your secret, of
            <code>webhook-id</code>, <code>webhook-timestamp</code> and the raw body, joined by dots. While a secret is
            being rotated there are two signatures; accept either. Use a Standard Webhooks library or one of these
            programs, which read the secret from <code>NOI_WEBHOOK_SECRET</code>.
          </p>
          ${tabs(
            'receiver',
            RECEIVERS.map(({ language, code, mark }, place) => ({
              label: language,
              body: codeBlock(`receiver-${place}`, code, mark),
            })),
          )}

          <h2>How deliveries work</h2>
          <dl>
            <dt>Success</dt>
            <dd>Respond with a 2xx status within 15 seconds. Respond first, then process the event.</dd>
            <dt>Retries</dt>
            <dd>
              We try up to eight times over about 14 hours, with increasing delays. We honor <code>Retry-After</code>. A
              410 stops the delivery.
            </dd>
            <dt>Duplicates</dt>
            <dd>
              An event can arrive more than once with the same <code>webhook-id</code>. Store the id to skip duplicates.
            </dd>
            <dt>Redirects</dt>
            <dd>We do not follow redirects.</dd>
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

/** Shows beginners how to receive a first event without a public URL. */
function onYourMachine(publicUrl: string): Markup {
  return html`<h2>Try it on your machine</h2>
    <p>
      You do not need a public URL. Set the two variables of <a href="/developers">the quick start</a>. This command
      reads <code>GET /v1/events</code>, forwards each event to port 4000 and prints the secret that signs them:
    </p>
    ${codeBlock('listen', listenLine(publicUrl), 'sh', SCOPES)}
    <p>Save <a href="#verify">the receiver below</a> and start it in a second terminal with this secret:</p>
    ${codeBlock('receive', 'NOI_WEBHOOK_SECRET=whsec_… node receive.mjs', 'sh')}
    <p>
      Now <a href="/developers">run an Idea Check</a> with a new <code>Idempotency-Key</code>. A repeated key starts no
      run and sends no event. The receiver verifies the signature and prints <code>run.completed</code>.
    </p>`;
}

/** Shown if product events are disabled. A service without https runs locally, so its reader can enable them. */
function onlyTests(publicUrl: string): Markup {
  return html`<p class="notice">
    This service sends only <code>webhook.test</code>, on request. To follow a run, poll its status with
    <code>Prefer: wait=20</code>.
    ${
      !publicUrl.startsWith('https:') &&
      html`To receive events of runs and orders on this machine, start the product with
        <code>PRODUCT_EVENTS=on npm start</code> and reload this page.`
    }
  </p>`;
}

/** Replaces `run.completed` in the samples, because some deployments do not send it. */
const withEvent = (program: string, type: string) => program.replace('run.completed', type);

function creation(type: string): string {
  const body = { url: 'https://hooks.example.com/noi', eventTypes: [type] };
  return [
    'curl -sS --fail-with-body "$NOI_API_URL/v1/webhooks"',
    '-H "X-Api-Key: $NOI_API_KEY"',
    '-H "Idempotency-Key: first-webhook"',
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}

const SHOWN: readonly ProductEvent[] = ['run.completed', 'order.fulfilled', 'withdrawal.paid'];

/** Explains product events, with examples. */
function ofTheProduct(): Markup {
  return html`<p>
      An event contains its subject, the new status and where to read more, but never findings. Each status change and
      its event are written in one transaction, so no event is lost.
    </p>
    ${SHOWN.map(
      (type, place) =>
        html`<h3><code>${type}</code></h3>
          ${codeBlock(`event-${place}`, JSON.stringify(exampleOfEvent(type), null, 2), 'json')}`,
    )}
    <h3>Order</h3>
    <p>
      Deliveries can arrive out of order. <code>data.sequence</code> counts the events of one
      <code>data.subject</code> from 1. Ignore numbers below the highest you have seen. When the current status matters,
      fetch it. <code>data.id</code> is the same in every delivery of an event.
    </p>
    <h3>Missed events</h3>
    <p>
      <code>POST /v1/webhooks/{id}/replay</code> sends one event again (<code>deliveryId</code>), or up to
      ${MAX_REPLAYED} events of the last 30 days (<code>since</code> and <code>until</code>).
      <a href="/account/webhooks">Your account page</a> does the same. You can subscribe to
      ${Object.keys(PRODUCT_EVENTS).length} event types.
    </p>`;
}
