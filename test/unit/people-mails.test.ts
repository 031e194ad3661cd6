import { passwordChangedMail, passwordResetMail, signInLinkMail } from '../../providers/mail/templates/account-links';
import { span } from '../../providers/mail/templates/layout';
import { marketingWelcomeMail } from '../../providers/mail/templates/marketing-welcome';
import { scanCompletedMail, scanConfirmationMail, scanFailedMail } from '../../providers/mail/templates/scans';
import { supportForwardedMail, supportReceivedMail } from '../../providers/mail/templates/support';

const publicUrl = 'https://api.example.com/';
const url = 'https://api.example.com/sign-in/link?token=abc';
const request = {
  supportRequestId: 'sup_01kah2v5q8e4wb6t7n9rjx3mzc',
  email: 'reader@example.com',
  subject: 'My run does not end',
  message: 'Since yesterday\n\n  it says running.',
  category: 'runs',
  relatedId: 'run_01kah2v5q8e4wb6t7n9rjx3mzc',
};
const scan = {
  idea: 'A weekly newsletter for facility managers of hospitals',
  recommendation: 'refine',
  score: 58,
  rationale: 'Demand is shown; the field is crowded.',
  publicUrl,
} as const;

const MAILS = {
  'sign-in link': signInLinkMail({ url, lifetimeMs: 900_000 }),
  'password reset': passwordResetMail({ url, lifetimeMs: 1_800_000 }),
  'password changed': passwordChangedMail({ publicUrl }),
  'scan confirmation': scanConfirmationMail({ url, lifetimeMs: 259_200_000 }),
  'scan completed': scanCompletedMail(scan),
  'scan failed': scanFailedMail({ idea: scan.idea, reason: 'The research agent declined this request.' }),
  'marketing welcome': marketingWelcomeMail({ unsubscribeUrl: url, publicUrl }),
  'support received': supportReceivedMail(request),
  'support forwarded': supportForwardedMail(request),
};

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
  ]) {
    expect(html).not.toContain('<img');
    expect(text).toContain(`<img src=x onerror='alert(1)'>`);
  }
});

test('what nobody has confirmed is quoted to nobody', () => {
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
