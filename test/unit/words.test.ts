import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_OFFERS } from '../../domain/offers';
import { dayInUtc } from '../../platform/dates';
import { PACKAGE_ROOT } from '../../platform/package-root';
import { withArticle } from '../../platform/with-article';
import { proseIn } from '../support/source-prose';

/** Rooms whose texts people or programs read, and the law of the API. */
const SPOKEN = ['api', 'commands', 'contracts', 'documents', 'domain', 'http', 'providers/mail', 'web'];
const INTERFACE = 'docs/interface.md';

/** British spellings that were written here once; product and API have the American ones, as the API's names do. */
const BRITISH = [
  'analyse[ds]?',
  'anonymis\\w+',
  'authoris\\w+',
  'behaviours?',
  'cancell(?:ed|ing)',
  'catalogues?',
  'centres?',
  'colour\\w*',
  'defence',
  'emphasise\\w*',
  'enquir(?:y|ies)',
  'favour\\w*',
  'fulfils?',
  'grey',
  'honour\\w*',
  'judgements?',
  'labelled',
  'licences?',
  'modelled',
  'neighbour\\w*',
  'normalis\\w+',
  'organis\\w+',
  'programmes?',
  'recognis\\w+',
  'serialis\\w+',
  'summaris\\w+',
  'towards',
  'travelled',
  'whilst',
].join('|');

// A part of a path, a name or a selector is no word of a text.
const BRITISH_WORD = new RegExp(`(?<![\\w/.{#$\`-])(?:${BRITISH})(?![\\w/-]|\\.\\w|=|\\()`, 'gi');
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December';
const DAY_FIRST = new RegExp(`\\b\\d{1,2} (?:${MONTHS}) \\d{4}\\b`, 'g');
/** “a Idea Check”, written by hand before a name; `withArticle` knows better. */
const WRONG_ARTICLE =
  /\ba (?:idea|opportunity|order|account|address|e-mail|endpoint|offer|answer|agent|owner|invoice)\b/gi;

const texts = [
  ...proseIn(SPOKEN),
  { place: INTERFACE, text: readFileSync(join(PACKAGE_ROOT, INTERFACE), 'utf8').replaceAll(/`[^`]*`/g, '``') },
];

test.each([
  ['American spelling', BRITISH_WORD],
  ['days that begin with their month', DAY_FIRST],
  ['the right article', WRONG_ARTICLE],
])('texts of product and API have %s', (_, wrong) => {
  expect(texts.length).toBeGreaterThan(1_000);
  const found = texts.flatMap(({ place, text }) => (text.match(wrong) ?? []).map((word) => `${place}: ${word}`));
  expect(found).toEqual([]);
});

test('what reads the texts finds a wrong word, and takes no name of a path for one', () => {
  expect('A licence of the catalogue, a Idea Check of 3 May 2026'.match(BRITISH_WORD)).toEqual([
    'licence',
    'catalogue',
  ]);
  expect('/licences prisma/catalogue class="catalogue-filters"'.match(BRITISH_WORD)).toBeNull();
  expect('on 3 May 2026'.match(DAY_FIRST)).toEqual(['3 May 2026']);
  expect('a Idea Check'.match(WRONG_ARTICLE)).toEqual(['a Idea']);
});

test('names of products get the article that is said before them, and days begin with their month', () => {
  expect(ALL_OFFERS.map(({ name }) => withArticle(name))).toEqual([
    'an Idea Check',
    'a Custom Search',
    'an Exclusive opportunity',
  ]);
  expect(dayInUtc(new Date('2026-11-20T23:59:59Z'))).toBe('November 20, 2026');
});
