// Node.js 20: node receive.mjs
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const key = Buffer.from(process.env.NOI_WEBHOOK_SECRET.replace('whsec_', ''), 'base64');

function verified(headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers;
  // Tolerates five minutes of clock skew, and rejects replays of older messages.
  if (!id || !(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) return false;
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures.split(' ').some((signature) => {
    const [version, value = ''] = signature.split(',');
    const given = Buffer.from(value, 'base64');
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected);
  });
}

createServer(async (request, response) => {
  // Verify the raw bytes. JSON that was parsed and serialized again has a different signature.
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (!verified(request.headers, body)) return response.writeHead(400).end();
  console.log(JSON.parse(body).type, request.headers['webhook-id']);
  response.writeHead(204).end();
}).listen(process.env.PORT ?? 4000);
