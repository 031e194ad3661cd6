import type { Submission } from '../../contracts/findings';

type Checked = NonNullable<Submission['nameChecks']>[number];

/** Why a reader costs what a channel is assumed to cost. */
export const COST_NOTES = [
  'The median of several small campaigns.',
  'A few hours of work a week, spread over the sign-ups they bring.',
  'A first test with a small budget; it should fall with practice.',
];

/** The same where a page says what a sign-up costs. */
export const SOURCED_NOTES = [
  'The median that a report on campaigns names.',
  'From the campaigns of one region, which may run higher.',
  'The lowest of the medians that were reported.',
];

/** What a sponsor's price is. */
export const RATE_NOTES = [
  'The going rate for a list of this size.',
  'Quoted for a single issue, without a discount.',
  'A rate card price; regular buyers pay less.',
  'Asked for a slot at the top of an issue.',
  'Paid last year for a slot of three lines.',
  'For a quarter booked in advance.',
  'A price for readers in one region only.',
  'The lowest rate that was quoted this year.',
];

/** What makes a newsletter comparable. */
export const LIKENESSES: ((subject: string) => string)[] = [
  (s) => `Sells one paid tier to readers who already follow ${s} at work.`,
  (s) => `One author, one promise, one issue a week on ${s}.`,
  (s) => `Began as a free list about ${s} and added sponsors in its second year.`,
  (s) => `Small and expensive, for people who make decisions about ${s} every month.`,
  (s) => `Covers ${s} for one region and lives on subscriptions alone.`,
];

/** Where sponsors pay for places. */
export const ADVERTISES: ((subject: string) => string)[] = [
  (s) => `Buys one slot a month in small letters whose readers work with ${s}.`,
  (s) => `Sponsors a podcast and two meetups on ${s}.`,
  (s) => `Runs a yearly campaign at the start of the season for ${s}.`,
  (s) => `Pays for job listings wherever people discuss ${s}.`,
  (s) => `Places product news in trade letters close to ${s}.`,
  (s) => `Offers discounts to members of forums about ${s}.`,
  (s) => `Underwrites a price survey on ${s} and advertises beside the results.`,
  (s) => `Tests new letters on ${s} with a single paid issue before booking more.`,
];

/** Names of a newsletter from a word of its idea, and what was seen of each. */
export const NAMES: {
  name: (word: string) => string;
  use: Checked['use'];
  site: Checked['site'];
  note: string;
}[] = [
  {
    name: (word) => `Plain ${word}`,
    use: 'none_seen',
    site: 'no_answer',
    note: 'Searched for as a newsletter, a book and a company; nothing came up.',
  },
  {
    name: (word) => `The ${word} Letter`,
    use: 'in_use',
    site: 'answers',
    note: 'An association publishes under nearly the same name.',
  },
  {
    name: (word) => `${word} on Monday`,
    use: 'none_seen',
    site: 'no_answer',
    note: 'Nothing under this name in directories of podcasts and apps.',
  },
  {
    name: (word) => `Inside ${word}`,
    use: 'unclear',
    site: 'answers',
    note: 'A conference used the name some years ago; its page is still up.',
  },
  {
    name: (word) => `The ${word} Ledger`,
    use: 'unclear',
    site: 'no_answer',
    note: 'A blog of that name seems to have stopped.',
  },
];

/** What would lead to each verdict, and the cheapest way to find it out. */
export const CHANGES: Record<
  Submission['verdict']['recommendation'],
  [finding: (readers: string) => string, test: string][]
> = {
  pursue: [
    [
      (r) => `Ten of twenty ${r} pay for a year before the first issue exists.`,
      'Offer a year in advance to twenty people, with their money back if it never appears.',
    ],
    [
      () => 'A sponsor commits to a quarter on the strength of a draft.',
      'Show one finished issue to five companies that buy small slots.',
    ],
    [
      () => 'A partner with a large list agrees to recommend the letter every month.',
      'Offer a swap of recommendations to three letters of similar size.',
    ],
  ],
  refine: [
    [
      (r) => `Interviews show that ${r} share one urgent problem and disagree on the rest.`,
      'Sort the questions from twelve conversations into piles, and count the piles.',
    ],
    [
      () => 'A narrower group signs up three times as often as the rest.',
      'Put up two pages with different promises, and split one small campaign between them.',
    ],
    [() => 'Readers open every issue but refuse the price.', 'Offer three prices to thirty people, ten for each.'],
  ],
  avoid: [
    [
      (r) => `Fewer than three in a hundred ${r} who see the page leave an address.`,
      'Run the page for two weeks with one paid placement.',
    ],
    [
      () => 'The list of issues worth writing ends before twenty.',
      'Spend one afternoon listing issues, and have a practitioner cross out the weak ones.',
    ],
    [
      () => 'A competitor announces the same letter for free.',
      'Follow the three largest competitors for a month before printing anything.',
    ],
  ],
};
