import { withdrawalNotPaidMail, withdrawalPaidMail } from '../../providers/mail/templates/withdrawals';

const facts = { withdrawalId: 'wdr_01kah2v5q8e4wb6t7n9rjx3mzc', amount: 123_450, failureReason: null };

test('a paid withdrawal is named with its amount', () => {
  const mail = withdrawalPaidMail(facts);
  expect(mail).toMatchSnapshot();
  for (const words of ['$1,234.50', facts.withdrawalId]) {
    expect(mail.text).toContain(words);
    expect(mail.html).toContain(words);
  }
});

test('a withdrawal that was paid in another currency is named with what reached the bank, and its part of the balance', () => {
  const mail = withdrawalPaidMail({ ...facts, payoutAmount: 113_574, payoutCurrency: 'eur' });
  expect(mail.text).toContain('We sent €1,135.74 ($1,234.50 of your balance) to your bank account');
  const yen = withdrawalPaidMail({ ...facts, payoutAmount: 185_175, payoutCurrency: 'jpy' });
  expect(yen.text).toContain('¥185,175');
});

test('a withdrawal that is written off does not claim that the money is back', () => {
  const { text } = withdrawalNotPaidMail({ ...facts, failureReason: 'written_off' });
  expect(text).toContain('not in your balance');
  expect(text).not.toContain('back in your balance');
});

test.each([
  ['account_gone', 'no longer connected'],
  ['transfer_reversed', 'was taken back'],
  ['ended_by_operator', 'We ended it'],
  ['review_rejected', 'not approved'],
  ['payouts_not_enabled', 'Complete it'],
  ['transfer_refused', 'refused to move'],
  ['payout_refused', 'refused to send'],
  ['payout_canceled', 'canceled'],
  ['account_closed', 'Your bank reported: account_closed.'],
  [null, 'It was not paid out.'],
])('a failed withdrawal says why, and where the money is: %s', (failureReason, why) => {
  const { text, html } = withdrawalNotPaidMail({ ...facts, failureReason });
  expect(text).toContain(why);
  expect(html).toContain(why);
  expect(text).toContain('$1,234.50 is back in your balance');
});

test('a bank’s message is escaped', () => {
  expect(withdrawalNotPaidMail({ ...facts, failureReason: '<b>no</b>' }).html).not.toContain('<b>no</b>');
});
