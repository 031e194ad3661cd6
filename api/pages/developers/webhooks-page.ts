import { MAX_WEBHOOKS, WEBHOOK_EVENTS } from '../../../contracts/webhooks';
import { html } from '../../../providers/html';
import { layout } from '../layout';
import { page, show } from '../page';
import { sample } from './samples';

const RECEIVERS = [
  { language: 'Node.js', code: sample('receive.mjs') },
  { language: 'Python', code: sample('receive.py') },
  { language: 'Go', code: sample('receive.go') },
];

/** How an endpoint is set up, what is delivered to it, and how a receiver knows that it came from us. */
export const webhooksPage = page({
  method: 'GET',
  path: '/developers/webhooks',

  handle({ deps }) {
    const { publicUrl } = deps.settings;
    return show(
      layout({
        title: 'Webhooks',
        body: html`<h1>Webhooks</h1>
          <p class="lead">
            Signed test deliveries to an address of yours, by
            <a href="https://www.standardwebhooks.com/">Standard Webhooks</a>.
          </p>
          <p class="notice">
            This is a preview: only <code>webhook.test</code> is delivered, when you ask for it. To learn how a run
            stands, ask for its status with <code>Prefer: wait=20</code>.
          </p>

          <h2>Set one up</h2>
          <pre tabindex="0"><code>${creation(publicUrl)}</code></pre>
          <p>
            The answer holds <code>signingSecret</code>, this once. An account may have ${MAX_WEBHOOKS} endpoints. The
            address has to be https and public. Send a test from your account page, or ask support to.
          </p>

          <h2>Verify a delivery</h2>
          <p>
            The signature in <code>webhook-signature</code> is HMAC-SHA256, with the secret, over
            <code>webhook-id</code>, <code>webhook-timestamp</code> and the body as it came, joined by dots. While a
            secret is being rotated there are two signatures; accept either. The libraries of Standard Webhooks do the
            same as these programs, which run as they stand with the secret in <code>NOI_WEBHOOK_SECRET</code>.
          </p>
          ${RECEIVERS.map(
            ({ language, code }) =>
              html`<h3>${language}</h3>
                <pre tabindex="0"><code>${code}</code></pre>`,
          )}

          <h2>What to expect</h2>
          <dl>
            <dt>Success</dt>
            <dd>Any status from 200 to 299 within 15 seconds. Answer first, work later.</dd>
            <dt>Retries</dt>
            <dd>
              Up to eight attempts over about half a day, later ones after longer pauses; <code>Retry-After</code> is
              heeded. 410 ends a delivery at once.
            </dd>
            <dt>Repetition</dt>
            <dd>A message can come more than once. Its <code>webhook-id</code> stays the same: keep it to notice.</dd>
            <dt>Redirects</dt>
            <dd>Are not followed.</dd>
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
