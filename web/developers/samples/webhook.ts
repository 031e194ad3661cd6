import { createClient } from 'noi-client';

const { NOI_API_KEY = '', NOI_API_URL = '' } = process.env;
const noi = createClient({ apiKey: NOI_API_KEY, baseUrl: NOI_API_URL });

const { webhookId, signingSecret } = await noi.webhooks.create(
  { url: 'https://hooks.example.com/noi', eventTypes: ['run.completed'] },
  { idempotencyKey: 'first-webhook-ts' },
);
console.log(webhookId, signingSecret);
