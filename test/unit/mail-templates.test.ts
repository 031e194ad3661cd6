import { runEndedMail } from '../../providers/mail/templates/run-ended';
import { runCompletedMail, searchCompletedMail } from '../../providers/mail/templates/run-finished';
import { supportForwardedMail } from '../../providers/mail/templates/support';
import {
  COMPLETED as completed,
  ENDED as ended,
  SAMPLE_MAILS,
  SEARCHED as searched,
  SHORT as short,
  SUPPORT_REQUEST,
} from '../support/sample-mails';

test('the mail of a completed search names the first of the ranking and how many fell out', () => {
  const mail = searchCompletedMail(searched);
  expect(mail).toMatchSnapshot();
  for (const part of [mail.html, mail.text]) {
    expect(part).toContain('Boundary cases');
    expect(part).toContain('8 ideas were researched');
    expect(part).toContain('2 could not be researched');
  }
  expect(searchCompletedMail({ ...searched, excluded: 0 }).text).not.toContain('could not be researched');
});

test('the mail of a completed run', () => {
  expect(runCompletedMail(completed)).toMatchSnapshot();
});

test('the mail of a run that ended without a dossier', () => {
  expect(runEndedMail(ended)).toMatchSnapshot();
});

test('the mail of a run with too little evidence shows what was found, and that nothing is charged', () => {
  const { html, text } = runEndedMail(short);
  expect(text).toContain('Sources cited: 9, 2 quotations verified');
  expect(text).toContain('Fees of expert witnesses');
  expect(text).toContain('Your credit is back');
  expect(html).toContain('&lt;b&gt;2025&lt;/b&gt;');
  const many = runEndedMail({ ...short, found: { cited: 9, verified: 'abcdefg'.split('') } });
  expect(many.text).toContain('and 2 more');
  expect(many.text).not.toMatch(/^ *f$/m);
  expect(runEndedMail({ ...short, found: { cited: 4, verified: [] } }).text).not.toContain('Verified:');
});

test.each(['pursue', 'refine', 'avoid'] as const)(
  'a verdict of %s stands in subject, HTML and text',
  (recommendation) => {
    const mail = runCompletedMail({ ...completed, recommendation });
    const label = recommendation[0]!.toUpperCase() + recommendation.slice(1);
    for (const part of [mail.subject, mail.html, mail.text]) expect(part).toContain(label);
  },
);

test('the mail of a dossier shows its seven scores, its sources and the first step, and leads to the run in the account', () => {
  const { html, text } = runCompletedMail(completed);
  for (const { score } of Object.values(completed.dimensions)) expect(text).toContain(String(score));
  expect(text).toContain('Operator fit');
  expect(text).toContain('Sources cited: 14, 11 quotations verified');
  expect(runCompletedMail({ ...completed, verified: null }).text).toContain('Sources cited: 14\n');
  const sample = runCompletedMail({ ...completed, verified: null, sample: true });
  expect(sample.text).toContain('Sources cited: 14 example sources, not checked\n');
  const found = { cited: 9, verified: [], sample: true };
  expect(runEndedMail({ ...short, found }).text).toContain('Sources cited: 9 example sources, not checked\n');
  expect(text).toContain(completed.nextStep!);
  expect(html).toContain(`href="https://api.example.com/account/runs/${completed.runId}"`);
  expect(html + text).not.toContain('/v1/');
});

test('a verdict is worded no stronger than its confidence', () => {
  const mail = runCompletedMail({ ...completed, recommendation: 'pursue', confidence: 'low' });
  expect(mail.html + mail.text).not.toContain('starting now');
  expect(mail.text).toContain('the evidence is thin');
});

test('the mail of a search shows the next ideas of the ranking with the scores of the portfolio', () => {
  const { text } = searchCompletedMail(searched);
  expect(text).toMatch(/70\.0\s+2\. The levelling book/);
  expect(text).toContain('5. Drone surveys for farms');
  expect(text).not.toContain('A sixth idea');
});

test('a credit that is gone is not promised back', () => {
  const { subject, text } = runEndedMail({ ...ended, creditReturned: false });
  expect(subject).not.toContain('credit');
  expect(text).toContain('not returned');
});

test.each([
  ['completed', (text: string) => runCompletedMail({ ...completed, idea: text, runId: text })],
  [
    'search',
    (text: string) =>
      searchCompletedMail({ ...searched, operatorProfile: text, runId: text, ideas: [{ title: text, score: 1 }] }),
  ],
  ['ended', (text: string) => runEndedMail({ ...ended, idea: text, runId: text, reason: text })],
])('markup in what a %s mail is given stays text', (_, mailOf) => {
  const { html, text } = mailOf(`"><img src=x onerror='alert(1)'>`);
  expect(html).not.toContain('<img');
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;');
  expect(text).toContain(`"><img src=x onerror='alert(1)'>`);
});

test('a subject is read whole in a list of mails on a telephone', () => {
  for (const name of Object.keys(SAMPLE_MAILS)) {
    const { subject } = SAMPLE_MAILS[name]!;
    expect([name, Array.from(subject).length <= 60, subject.endsWith(' …')]).toEqual([name, true, false]);
  }
});

test('a subject that people wrote is cut to what an inbox shows; the letter has all of it', () => {
  const subject = `${'word '.repeat(40)}end`;
  const mail = supportForwardedMail({ ...SUPPORT_REQUEST, subject });
  expect(mail.subject).toMatch(/^\[.*…$/u);
  expect(mail.text).toContain(subject);
});

test('an idea is one line of at most 120 characters, and no character is cut in half', () => {
  const { text } = runCompletedMail({ ...completed, idea: `two\nlines ${'🗞'.repeat(200)}` });
  const quoted = /^"(.*)"$/mu.exec(text)?.[1] ?? '';
  expect(Array.from(quoted)).toHaveLength(120);
  expect(quoted.isWellFormed()).toBe(true);
  expect(quoted).toMatch(/^two lines .*…$/u);
});

test('an address with and without a slash at its end gives the same link', () => {
  expect(runCompletedMail(completed)).toEqual(runCompletedMail({ ...completed, publicUrl: 'https://api.example.com' }));
});
