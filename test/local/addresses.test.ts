import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createAgentsStandIn } from '../../stand-ins/agents/stand-in';
import { createPaymentsStandIn } from '../../stand-ins/payments/stand-in';
import type { StandIn } from '../../stand-ins/base/serve';
import { startInbox } from '../support/inbox';

async function opened(standIn: StandIn, path = '/'): Promise<Response> {
  standIn.server.listen(0, '127.0.0.1');
  await once(standIn.server, 'listening');
  return fetch(`http://127.0.0.1:${(standIn.server.address() as AddressInfo).port}${path}`);
}

test.each([
  ['agents', () => createAgentsStandIn(), 'Agents: a local stand-in'],
  ['payments', () => createPaymentsStandIn(), 'Payments: a local stand-in'],
] as const)(
  'whoever opens the address of the %s stand-in reads what it is, without a key',
  async (_, create, title) => {
    const standIn = create();
    try {
      const answer = await opened(standIn);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      expect(await answer.text()).toContain(title);
    } finally {
      await standIn.close();
    }
  },
);

test('the address of the mail stand-in is the inbox itself', async () => {
  const inbox = await startInbox();
  try {
    await inbox.mailer.send({
      to: 'reader@example.com',
      subject: 'Hello from the product',
      html: '<p>Hello</p>',
      text: 'Hello',
      idempotencyKey: 'hello/1',
    });
    const answer = await fetch(`${inbox.url}/`);
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('Hello from the product');
    expect(await (await fetch(`${inbox.url}/emails`)).json()).toMatchObject({
      data: [{ subject: 'Hello from the product' }],
    });
  } finally {
    await inbox.close();
  }
});
