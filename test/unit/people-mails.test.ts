import { newKeyMail } from '../../providers/mail/templates/account-notices';
import { scanCompletedMail, scanFailedMail } from '../../providers/mail/templates/scans';
import { supportForwardedMail } from '../../providers/mail/templates/support';
import { span } from '../../providers/mail/templates/words';
import { SAMPLE_MAILS as MAILS, SCAN as scan, SUPPORT_REQUEST as request } from '../support/sample-mails';

const at = new Date('2026-11-21T17:15:00Z');
const { publicUrl } = scan;

test.each(Object.entries(MAILS))('the mail %s', (_name, mail) => {
  expect(mail).toMatchSnapshot();
});

test.each(Object.entries(MAILS))(
  '%s says the same in both of its forms: every link of the HTML stands in the text',
  (_name, mail) => {
    const links = [...mail.html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&'));
    for (const link of links) expect(mail.text).toContain(link);
    expect(mail.subject).not.toMatch(/[\r\n]/);
  },
);

test('markup in what people wrote stays text', () => {
  const hostile = `"><img src=x onerror='alert(1)'></pre>`;
  for (const { html, text } of [
    supportForwardedMail({ ...request, email: hostile, subject: hostile, message: hostile, category: hostile }),
    scanCompletedMail({ ...scan, idea: hostile, rationale: hostile }),
    scanFailedMail({ idea: hostile, reason: hostile }),
    newKeyMail({ name: hostile, mode: 'live', at, expiresAt: null, publicUrl }),
  ]) {
    expect(html).not.toContain('<img');
    expect(text).toContain(`<img src=x onerror='alert(1)'>`);
  }
});

test('unconfirmed text is quoted to nobody', () => {
  for (const mail of [MAILS['scan confirmation'], MAILS['support received']]) {
    expect(JSON.stringify(mail)).not.toMatch(/hospitals|does not end|Since yesterday/);
  }
});

test.each([
  [900_000, '15 minutes'],
  [3_600_000, '1 hour'],
  [259_200_000, '3 days'],
  [5_400_000, '90 minutes'],
  [1_500, '2 seconds'],
  [1, '1 second'],
])('%i ms are "%s"', (ms, words) => {
  expect(span(ms)).toBe(words);
});
