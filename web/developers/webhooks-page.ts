import { MAX_KEPT_WEBHOOKS, MAX_WEBHOOKS, WEBHOOK_EVENTS } from '../../contracts/webhooks';
import { html } from '../../platform/html';
import { codeBlock } from '../components/code-block';
import { tabs } from '../components/tabs';
import { page, show } from '../page';
import { developersLayout } from './developers-layout';
import { sample } from './samples';

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
    const { publicUrl } = deps.settings;
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
          <p class="notice">
            This is a preview: only <code>webhook.test</code> is delivered, on request. To follow a run, poll its status
            with <code>Prefer: wait=20</code>.
          </p>

          <h2>Set one up</h2>
          ${codeBlock('creation', creation(publicUrl), 'sh')}
          <p>
            The response contains <code>signingSecret</code>, shown only once. An account may have ${MAX_WEBHOOKS}
            active endpoints, ${MAX_KEPT_WEBHOOKS} with the disabled ones. The URL must be https and public. Send a test
            by <code>POST /v1/webhooks/{id}/test</code> or from your account page.
          </p>

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
              Up to eight attempts over about half a day with growing pauses; <code>Retry-After</code> is honoured. 410
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
            ${Object.entries(WEBHOOK_EVENTS).map(
              ([type, meaning]) =>
                html`<dt><code>${type}</code></dt>
                  <dd>${meaning}</dd>`,
            )}
          </dl>`,
      }),
    );
  },
});

function creation(publicUrl: string): string {
  const body = { url: 'https://hooks.example.com/noi', eventTypes: ['webhook.test'] };
  return [
    `curl -sS --fail-with-body "${publicUrl}/v1/webhooks"`,
    '-H "X-Api-Key: $NOI_API_KEY"',
    '-H "Idempotency-Key: first-webhook"',
    '-H "Content-Type: application/json"',
    `-d '${JSON.stringify(body)}'`,
  ].join(' \\\n  ');
}
