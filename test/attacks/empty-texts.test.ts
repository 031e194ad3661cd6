import { call, createCustomer, createEvaluation, createWebhook, IDEA } from '../support/api';
import { useSellingApi } from '../support/use';

const { db, api } = useSellingApi();

describe('an optional text that is empty', () => {
  test('counts as absent, before the fingerprint of the request', async () => {
    const customer = await createCustomer(db);
    const first = await createEvaluation(api, customer, 'same', { idea: IDEA });
    const again = await createEvaluation(api, customer, 'same', { idea: IDEA, audience: '', geography: ' \t\n ' });
    expect([first.status, again.status, again.body.replayed]).toEqual([202, 202, true]);
    expect(again.body.runId).toBe(first.body.runId);
    const { input } = await db.prisma.run.findUniqueOrThrow({ where: { id: first.body.runId } });
    expect(input).toEqual({ idea: IDEA });
  });

  test('is taken wherever a text is optional', async () => {
    const customer = await createCustomer(db);
    const email = 'reader@example.com';
    const support = { email, subject: 'My run', message: 'It does not end.', category: '', relatedId: ' ' };
    const hook = { url: 'https://hooks.example.com/noi', eventTypes: ['webhook.test'], description: ' ' };
    expect((await call(api, 'POST', '/v1/scan', { body: { email, idea: IDEA, locale: '' } })).status).toBe(202);
    expect((await call(api, 'POST', '/v1/support-requests', { body: support })).status).toBe(202);
    expect((await call(api, 'POST', '/v1/auth/sign-in-link', { body: { email, returnPath: '' } })).status).toBe(202);
    const created = await createWebhook(api, customer, 'empty', hook);
    expect([created.status, created.body]).toEqual([201, expect.objectContaining({ description: null })]);
    const checkout = await call(api, 'POST', '/v1/checkout-sessions', {
      key: customer.apiKey,
      headers: { 'idempotency-key': 'empty' },
      body: {
        product: 'idea_check',
        opportunityId: '',
        immediateAccessConsent: true,
        withdrawalLossAcknowledgment: true,
      },
    });
    expect(checkout.status).toBe(200);
  });

  test('is no excuse for a required one', async () => {
    const customer = await createCustomer(db);
    expect((await createEvaluation(api, customer, 'none', { idea: '  ' })).status).toBe(400);
    expect((await call(api, 'POST', '/v1/scan/status', { body: { scanId: '', email: 'a@example.com' } })).status).toBe(
      400,
    );
  });
});
