import {
  withdrawalNotPaidMail,
  withdrawalPaidMail,
  withdrawalStuckMail,
} from '../../providers/mail/templates/withdrawals';

const facts = { withdrawalId: 'wdr_01kah2v5q8e4wb6t7n9rjx3mzc', amount: 123_450, failureReason: null };

test('what was paid out is named with its sum', () => {
  const mail = withdrawalPaidMail(facts);
  expect(mail).toMatchSnapshot();
  for (const words of ['USD 1234.50', facts.withdrawalId]) {
    expect(mail.text).toContain(words);
    expect(mail.html).toContain(words);
  }
});

test.each([
  ['review_rejected', 'not approved'],
  ['payouts_not_enabled', 'complete it'],
  ['transfer_refused', 'refused to move'],
  ['payout_refused', 'refused to send'],
  ['payout_canceled', 'canceled'],
  ['account_closed', 'Your bank says: account_closed.'],
  [null, 'It was not paid out.'],
])('what did not arrive says why, and where the money is: %s', (failureReason, why) => {
  const { text, html } = withdrawalNotPaidMail({ ...facts, failureReason });
  expect(text).toContain(why);
  expect(html).toContain(why);
  expect(text).toContain('USD 1234.50 are back on your balance');
});

test('the words of a bank are text', () => {
  expect(withdrawalNotPaidMail({ ...facts, failureReason: '<b>no</b>' }).html).not.toContain('<b>no</b>');
});

test('the alert leads the operator to the workflow', () => {
  const mail = withdrawalStuckMail(facts);
  expect(mail.subject).toMatch(/^ALERT: /);
  expect(mail.text).toContain(`payout/${facts.withdrawalId}`);
});
