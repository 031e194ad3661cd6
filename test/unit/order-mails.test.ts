import { CONSENTS, REFUND_REASONS } from '../../contracts/orders';
import { receiptMail, refundMail } from '../../providers/mail/templates/order-settled';
import { paymentFailedMail } from '../../providers/mail/templates/payment-failed';
import { PAYMENT as facts, SELLER } from '../support/sample-mails';

test('the receipt says what was paid for, repeats both consents with their day, and leads to the order', () => {
  const mail = receiptMail(facts);
  expect(mail).toMatchSnapshot();
  expect(mail.text).toContain('$399.00');
  for (const words of [CONSENTS.immediateAccess, CONSENTS.withdrawalLoss, '2026-11-20', CONSENTS.version]) {
    expect(mail.text).toContain(words);
    expect(mail.html).toContain(words);
  }
  expect(mail.html).toContain('href="https://api.example.com/account/purchases/ord_01kah2v5q8e4wb6t7n9rjx3mzc"');
});

test('the receipt names the tax that was paid and leads to the invoice', () => {
  const invoice = { number: 'B3F8A2C1-0001', url: 'https://invoice.example/i/1?a=b&c=d' };
  const mail = receiptMail({ ...facts, tax: 6_370, invoice });
  expect(mail).toMatchSnapshot();
  expect(mail.text).toContain('You paid $399.00, of it $63.70 tax, for the opportunity');
  expect(mail.text).toContain(invoice.url);
  expect(mail.html).toContain('href="https://invoice.example/i/1?a=b&amp;c=d"');
});

test('the receipt shows net, tax and total in lines, and who sold it', () => {
  const { html, text } = receiptMail({ ...facts, tax: 6_370, seller: SELLER });
  for (const line of ['Net: $335.30', 'Tax: $63.70', 'Total paid: $399.00', 'Paid on: November 21, 2026']) {
    expect(text).toContain(line);
  }
  for (const words of [SELLER.name, ...SELLER.address, SELLER.email, SELLER.register, SELLER.taxId]) {
    expect(text).toContain(words);
    expect(html).toContain(words);
  }
});

test('a receipt without tax has no tax line, and one without a seller no seller line', () => {
  const { text } = receiptMail(facts);
  expect(text).not.toMatch(/^(Net|Tax|Sold by|Register|Tax number):/m);
});

test('the receipt of a credit leads to the form that spends it', () => {
  const { html } = receiptMail({ ...facts, product: 'custom_search', title: null });
  expect(html).toContain('href="https://api.example.com/account/runs/new?kind=custom_search"');
});

test('a title is text in the HTML, whatever it holds', () => {
  expect(receiptMail(facts).html).not.toContain('<b>&');
  expect(receiptMail(facts).html).toContain('&lt;b&gt;&amp; more&lt;/b&gt;');
});

test.each(['idea_check', 'custom_search'] as const)('the receipt of a credit for %s', (product) => {
  expect(receiptMail({ ...facts, product, title: null })).toMatchSnapshot();
});

test('a payment that the bank refused says that nothing was charged, and leads to another try', () => {
  const refused = { ...facts, price: { amount: 59_900, currency: 'usd' } };
  const bought = paymentFailedMail({ ...refused, opportunityId: 'opp_01kah2v5q8e4wb6t7n9rjx3mzc' });
  expect(bought).toMatchSnapshot();
  expect(bought.text).toContain('Your bank refused the payment of $599.00 for the opportunity');
  expect(bought.text).toContain('You were not charged');
  expect(bought.html).toContain('href="https://api.example.com/opportunities/opp_01kah2v5q8e4wb6t7n9rjx3mzc"');
  const credit = paymentFailedMail({ ...refused, product: 'idea_check', title: null, opportunityId: null });
  expect(credit.html).toContain('href="https://api.example.com/buy?product=idea_check"');
  const pack = paymentFailedMail({ ...refused, product: 'idea_check', quantity: 3, title: null, opportunityId: null });
  expect(pack.subject).toBe('Payment failed: 3 Idea Check credits');
  expect(pack.html).toContain('href="https://api.example.com/buy?product=idea_check&amp;quantity=3"');
});

test.each(REFUND_REASONS)('a payment that goes back says why: %s', (reason) => {
  const mail = refundMail({ ...facts, reason, refunded: facts.total.amount });
  expect(mail).toMatchSnapshot();
  expect(mail.text).toContain('is refunded in full');
});
