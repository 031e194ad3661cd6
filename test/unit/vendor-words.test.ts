import { vendorWords } from '../../platform/vendor-words';

test.each([
  ["Your card's security code is incorrect.", "Your card's security code is incorrect."],
  ["No such customer: 'cus_123'", 'No such customer: …'],
  ['unexpected "a secret idea" in the body', 'unexpected … in the body'],
  ['could not read “he said "x" a secret”, sorry', 'could not read …, sorry'],
  ["unterminated: 'a secret that's long", 'unterminated: …'],
  ['Invalid address reader@example.net given', 'Invalid address … given'],
  ['Invalid address a@example.net(b)c@example.org given', 'Invalid address … given'],
  [`Invalid address ${'x'.repeat(80)}@example.net`, 'Invalid address …'],
  ['Invalid API Key provided: sk_live_51Habc', 'Invalid API Key provided: …'],
  ['Authorization: Bearer abc.def was refused', 'Authorization: … was refused'],
  ['see https://pay.example/x?token=abc now', 'see https://pay.example/x… now'],
  ['two\nlines', 'two lines'],
])('of a provider are kept without what could be a customer’s or a secret: %s', (message, kept) => {
  expect(vendorWords(new Error(message))).toBe(kept);
});

test('are bounded, prefer what the vendor wrote for people, and are none without a message', () => {
  expect(vendorWords(new Error('a '.repeat(5_000)))!.length).toBeLessThanOrEqual(200);
  expect(vendorWords({ message: '400 {"type":"error"}', apiMessage: 'too many tokens' })).toBe('too many tokens');
  expect([undefined, null, {}, { message: '' }, 'text'].map(vendorWords)).toEqual([null, null, null, null, null]);
});
