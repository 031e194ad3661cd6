import { runCompletedMail, runEndedMail, searchCompletedMail } from '../../providers/mail/templates/run-finished';

const completed = {
  runId: 'run_01kah2v5q8e4wb6t7n9rjx3mzc',
  idea: 'A weekly newsletter for facility managers of mid-sized hospitals on cutting energy costs',
  recommendation: 'pursue',
  score: 74,
  publicUrl: 'https://api.example.com/',
} as const;
const ended = {
  runId: completed.runId,
  idea: completed.idea,
  reason: 'The research could not be finished within its time limit.',
  creditReturned: true,
  publicUrl: 'https://api.example.com',
};

const searched = {
  runId: completed.runId,
  operatorProfile: 'Retired surveyor with time, 500 readers and a camera',
  best: { title: 'Boundary cases: a fortnightly letter for small-town solicitors', score: 71.5 },
  ranked: 8,
  excluded: 2,
  publicUrl: 'https://api.example.com',
};

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

test.each(['pursue', 'refine', 'avoid'] as const)(
  'a verdict of %s stands in subject, HTML and text',
  (recommendation) => {
    const mail = runCompletedMail({ ...completed, recommendation });
    const label = recommendation[0]!.toUpperCase() + recommendation.slice(1);
    for (const part of [mail.subject, mail.html, mail.text]) expect(part).toContain(label);
  },
);

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
      searchCompletedMail({ ...searched, operatorProfile: text, runId: text, best: { title: text, score: 1 } }),
  ],
  ['ended', (text: string) => runEndedMail({ ...ended, idea: text, runId: text, reason: text })],
])('markup in what a %s mail is given stays text', (_, mailOf) => {
  const { html, text } = mailOf(`"><img src=x onerror='alert(1)'>`);
  expect(html).not.toContain('<img');
  expect(html).toContain('&quot;&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt;');
  expect(text).toContain(`"><img src=x onerror='alert(1)'>`);
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
