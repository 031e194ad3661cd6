import { CONSENTS, REFUND_REASONS } from '../../contracts/orders';
import {
  operatorAlertMail,
  receiptMail,
  refundMail,
  type PaymentFacts,
} from '../../providers/mail/templates/order-settled';

const facts: PaymentFacts = {
  orderId: 'ord_01kah2v5q8e4wb6t7n9rjx3mzc',
  product: 'opportunity',
  title: 'Backstube in Zahlen <b>& more</b>',
  total: { amount: 39_900, currency: 'usd' },
  paidAt: new Date('2026-11-21T05:56:33.086Z'),
  consentedAt: new Date('2026-11-20T23:59:59.000Z'),
  publicUrl: 'https://api.example.com/',
};

test('the receipt says what was paid for, repeats both consents with their day, and leads to the account', () => {
  const mail = receiptMail(facts);
  expect(mail).toMatchSnapshot();
  expect(mail.text).toContain('USD 399.00');
  for (const words of [CONSENTS.immediateAccess, CONSENTS.withdrawalLoss, '2026-11-20', CONSENTS.version]) {
    expect(mail.text).toContain(words);
    expect(mail.html).toContain(words);
  }
  expect(mail.html).toContain('href="https://api.example.com/account"');
});

test('a title is text in the HTML, whatever it holds', () => {
  expect(receiptMail(facts).html).not.toContain('<b>&');
  expect(receiptMail(facts).html).toContain('&lt;b&gt;&amp; more&lt;/b&gt;');
});

test.each(['idea_check', 'custom_search'] as const)('the receipt of a credit for %s', (product) => {
  expect(receiptMail({ ...facts, product, title: null })).toMatchSnapshot();
});

test.each(REFUND_REASONS)('a payment that goes back says why: %s', (reason) => {
  const mail = refundMail({ ...facts, reason });
  expect(mail).toMatchSnapshot();
  expect(mail.text).toContain('goes back to you as a whole');
});

test('the alert names the order, the payment and the command that shows more', () => {
  const mail = operatorAlertMail({ orderId: facts.orderId, paymentId: 'pi_1' });
  expect(mail).toMatchSnapshot();
  expect(mail.text).toContain(`npm run admin -- orders show ${facts.orderId}`);
});
