import fc from 'fast-check';
import { holdsQuotation, quotationFlaw } from '../../domain/quotation';

const PAGE =
  'Opening words.\n\n“Rows in class: 1,152.” Rows  differing from the\u00a0snapshot of a year before — 391. The ' +
  'well-known regis-\nter of con\u00adnections lists 12,000 owners, of which 283 hold between two and twelve entries. ' +
  'Ein großer Überblick über die Märkte folgt. 統計によると加入者は約三万人に達した。 The efﬁcient oﬀice closes.';

test.each([
  ['as it stands', 'Rows in class: 1,152. Rows differing from the snapshot'],
  ['with other white space', 'Rows in\n class:\t1,152.'],
  ['with other quotation marks', '"Rows in class: 1,152."'],
  ['with another dash', 'snapshot of a year before - 391'],
  ['with a dash in place of spaces', 'snapshot of a year before–391'],
  ['across a divided word', 'The well-known register of connections lists'],
  ['in another case', 'THE WELL-KNOWN REGISTER OF CONNECTIONS'],
  ['with letters instead of ligatures', 'The efficient office closes'],
  ['with marks of emphasis', '**Rows** in class: | 1,152'],
  ['in decomposed letters', 'Ein großer U\u0308berblick u\u0308ber die Ma\u0308rkte'],
  ['in a language without spaces', '加入者は約三万人に達した'],
  ['with an omission', 'Rows in class: 1,152 … a year before'],
  ['with an omission in brackets', 'lists 12,000 owners [...] two and twelve entries'],
  ['cut off at its end', 'of which 283 hold between two…'],
])('a quotation is found %s', (_how, quotation) => {
  expect(holdsQuotation(PAGE, quotation)).toBe(true);
});

test.each([
  ['another number', 'Rows in class: 1,153. Rows differing'],
  ['a number cut short at its end', 'The well-known register of connections lists 12'],
  ['a number cut short at its beginning', '000 owners, of which 283 hold'],
  ['a word left out', 'Rows differing from snapshot of a year before'],
  ['a word changed', 'Rows deviating from the snapshot of a year before'],
  ['a word cut in two', 'ows differing from the snapshot'],
  ['parts in another order', 'a year before … Rows in class: 1,152'],
  ['nothing at all', ''],
  ['only marks', '… — “”'],
  ['three letters', 'the'],
])('a quotation is not found with %s', (_how, quotation) => {
  expect(holdsQuotation(PAGE, quotation)).toBe(false);
});

test('an omission replaces a passage, not the rest of a long page', () => {
  const page = `They said that it rained. ${'Filling words. '.repeat(200)}The end of the world is near.`;
  expect(holdsQuotation(page, 'They said that … the end of the world')).toBe(false);
});

test('any passage of words is found in any page that holds it, and in none that does not', () => {
  const word = fc.stringMatching(/^[a-zäöüß]{1,9}$/);
  const words = fc.array(word, { minLength: 4, maxLength: 12 });
  const around = fc.array(word, { maxLength: 30 });
  fc.assert(
    fc.property(around, words, around, (before, passage, after) => {
      const page = [...before, ...passage, ...after].join(' ');
      expect(holdsQuotation(page, passage.join(' '))).toBe(true);
      expect(holdsQuotation(page, [...passage, 'zebra'].join(' '))).toBe(false);
    }),
  );
});

test.each([
  ['costs 9,000 pounds a year', null],
  ['Abonnentenzahlenentwicklung', null],
  ['加入者は約三万人に達した', null],
  ['$29', 'is too short'],
  ['the end', 'is too short'],
  ['', 'is too short'],
  ['They … said … that … it … rained', 'has more than one omission'],
  ['They said … that it rained', 'has an omission'],
])('what can be looked for is told from what cannot: %j', (quotation, flaw) => {
  expect(quotationFlaw(quotation)?.slice(0, flaw?.length) ?? null).toBe(flaw);
});
