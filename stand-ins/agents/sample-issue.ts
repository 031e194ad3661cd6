import type { Submission } from '../../contracts/findings';
import { ownDice, type Material } from './sample-parts';
import { clip } from './sample-words';

/** A section of an issue: its heading and its paragraph, of a subject. */
type Section = [heading: string, body: (subject: string) => string];

interface Issue {
  title: (subject: string) => string;
  outline: string[];
  subject: (subject: string) => string;
  preview: string;
  sections: Section[];
}

/** Issues of a sample, in the order of `firstIssues`. */
const ISSUES: Issue[] = [
  {
    title: (s) => `What most people get wrong about ${s}`,
    outline: [
      'Three common beliefs, each with the case that refutes it.',
      'A checklist to keep, and a question to answer by reply.',
    ],
    subject: (s) => `Three beliefs about ${s} that cost money`,
    preview: 'Two of them hold up. The third is the expensive one.',
    sections: [
      [
        'The advice everyone gives',
        (s) =>
          `Ask five people about ${s} and you will hear the same advice: move early, buy once, and trust whoever has done it longest. Each of the three sounds like experience. Each is right often enough to be repeated, and wrong often enough to be expensive.`,
      ],
      [
        'Belief one: move early',
        (s) =>
          `Moving early pays when prices are rising and the rules are settled. With ${s}, the two rarely come together. Waiting one season tends to cost a little more and to save a round of corrections, and corrections are what eat the weeks.`,
      ],
      [
        'Belief two: buy once',
        () =>
          'Buying once sounds thrifty. It works for tools that stay the same, and fails for anything with a contract attached. Read the renewal clause first: a price that is fixed for one year is rent, whatever the offer calls it.',
      ],
      [
        'Belief three: trust experience',
        (s) =>
          `Experience helps, but it ages. A confident answer about ${s} may describe how things worked three years ago. There is a simple test: ask what has changed since last spring. People who deal with it every week have an answer ready.`,
      ],
      [
        'A case to learn from',
        () =>
          'Picture one reader who tries all three on a single job. She asks for two offers, sets the date on which she will decide, and writes down what each side promises. The cheaper offer leaves out two items; adding them reverses the order.',
      ],
      [
        'The checklist',
        () =>
          'Keep five lines. What exactly am I deciding? Who else has decided it this year? What does a month of waiting cost? What is missing from the cheapest offer? Who answers the phone when it goes wrong?',
      ],
      [
        'What to do on Monday',
        (s) =>
          `Pick one open decision about ${s} and write the five answers on half a page. If two lines stay empty, you have found your next call. If all five are full, stop collecting advice and decide by Wednesday.`,
      ],
      [
        'Your turn',
        (s) =>
          `Which piece of advice about ${s} has cost you the most? Reply in two sentences; every answer is read. The next issue takes one of them apart, with the numbers and without the name.`,
      ],
    ],
  },
  {
    title: (s) => `One case from start to finish: ${s}`,
    outline: [
      'Who was involved, what it cost, and where it nearly failed.',
      'What a beginner would have done, and the price of that.',
    ],
    subject: (s) => `Eleven days, two offers, one mistake: a lesson in ${s}`,
    preview: 'The answer was on page three of an attachment that nobody had opened.',
    sections: [
      [
        'The starting point',
        (s) =>
          `The call comes on a Tuesday. A small firm has eleven days, one person to spare, and a question about ${s} that nobody in the building has answered before. This is how such a job goes, including the two days that are wasted.`,
      ],
      [
        'Day one: what is actually asked',
        () =>
          'The first request is too broad. It takes an hour on the phone to turn it into one question with a date attached. That hour is the best spent of the whole job: everything that goes well later can be traced back to it.',
      ],
      [
        'Day three: the wrong turn',
        () =>
          'Then comes the detour. Two days go into comparing options that the budget ruled out from the start. The figure was in the first e-mail, on page three of an attachment. Everybody assumed that somebody else had opened it.',
      ],
      [
        'Day five: two offers',
        () =>
          'Two offers arrive. One is a single page with a single price; the other runs to nine pages and names every assumption. The long one looks a fifth more expensive. Line by line it is cheaper, because it contains what the short one leaves for later.',
      ],
      [
        'Day eight: the decision',
        () =>
          'The decision takes twenty minutes. Three people sit at one table with four columns: price, date, who does the work, and what happens if it fails. The last column settles it.',
      ],
      [
        'What it costs',
        (s) =>
          `All told, the job takes thirty-one hours of staff time and two outside calls. A newcomer to ${s} would save the first phone call and pay for it with a second round of offers, which means another week.`,
      ],
      [
        'Three habits worth copying',
        (s) =>
          `Whatever your own work with ${s} looks like, three habits travel well. Write the question down before asking anyone. Open every attachment on day one. Put the deadline in the subject line.`,
      ],
      [
        'Send us yours',
        (s) =>
          `The next issue takes another case apart. If you handled ${s} this year and can spare fifteen minutes, reply with one line about what nearly went wrong. Names and places are changed before anything is printed.`,
      ],
    ],
  },
  {
    title: (s) => `The real cost of ${s}`,
    outline: ['Two offers in one table, with what each leaves out.', 'How to compare them in fifteen minutes.'],
    subject: (s) => `What ${s} will have cost by year two`,
    preview: 'Four lines that every offer should show, and the two that most leave out.',
    sections: [
      [
        'The price on the page',
        (s) =>
          `Nobody asks about the full cost of ${s} until the bill arrives. The price on the page is the easy part. The surprise is in the rest: set-up, training, the hours of whoever looks after it, and the fee that starts in the second year.`,
      ],
      [
        'Four lines to look for',
        () =>
          'Look for four lines in every offer: what it costs once, what it costs each month, what it costs to leave, and what it costs in your own time. Most offers print two of them in bold. The other two decide which offer is cheaper.',
      ],
      [
        'A worked example',
        () =>
          'Take two offers for the same job. The first asks $900 up front and $40 a month. The second asks nothing up front and $95 a month. After sixteen months they have cost nearly the same; from then on the first one wins, if you stay.',
      ],
      [
        'The cost of changing your mind',
        (s) =>
          `That “if” is the point. Around ${s}, plans change more often than contracts do. Leave after a year and the example turns around: by then the first offer has cost $1,380 and the second $1,140.`,
      ],
      [
        'Your own hours',
        () =>
          'Then add your own hours. Two hours a week, at a modest rate, cost more than most subscriptions. An offer that saves one of them may be the cheapest on the table at twice the price.',
      ],
      [
        'Fifteen minutes, one table',
        () =>
          'Draw four columns and fill them in with a pencil. Leave a blank where an offer is silent, and send the blanks back as questions. A seller who answers within a day now will probably answer within a day later.',
      ],
      [
        'Three questions that sort offers',
        (s) =>
          `Three questions sort most offers around ${s}. What happens to the price in year two? Who pays when the work is late? Which of your customers left last year, and why? The third is rarely welcome and always worth asking.`,
      ],
      [
        'Share a number',
        (s) =>
          `Send in one price that you paid for anything around ${s} this year, and what it included. The names come off, and the range is printed next month. Forty replies are enough for a table worth keeping.`,
      ],
    ],
  },
];

/** First three issues. */
export function firstIssues({ subject }: Material): NonNullable<Submission['firstIssues']> {
  return ISSUES.map(({ title, outline }) => ({ title: clip(title(subject), 160), outline }));
}

/** One of the first issues, written out in as many sections as asked for, 2 to 8. */
export function sampleIssue(material: Material, count: number): NonNullable<Submission['sampleIssue']> {
  const place = ownDice(material, 'issue').between(0, ISSUES.length - 1);
  const { subject, preview, sections } = ISSUES[place]!;
  const startOf = (section: number) => Math.floor((section * sections.length) / count);
  return {
    issue: place + 1,
    subject: clip(subject(material.subject), 120),
    preview,
    sections: Array.from({ length: count }, (_, i) => {
      const own = sections.slice(startOf(i), startOf(i + 1));
      return {
        heading: own[0]![0],
        body: own.map(([, body]) => body(material.subject)).join('\n\n'),
        evidenceIds: [],
      };
    }),
  };
}
