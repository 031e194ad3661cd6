import { passageAddress } from '../../documents/model/passage-link';

const URL_OF_PAGE = 'https://source.example/page';
const found = (more: object = {}) =>
  ({ status: 'verified', checkedAt: '2026-11-20T14:00:00.000Z', contentSha256: null, ...more }) as const;
const linkOf = (excerpt: string, sourceUrl = URL_OF_PAGE) =>
  passageAddress({ sourceUrl, excerpt, verification: found() });

test.each([
  ['a short passage', 'Rows in class: 1,152.', '#:~:text=Rows%20in%20class%3A%201%2C152.'],
  [
    'a long passage',
    'It is not true that readers would pay for it in any of the years since.',
    '#:~:text=It%20is%20not%20true,of%20the%20years%20since.',
  ],
  ['a dash, which has a meaning there', 'They pay $35-90', '#:~:text=They%20pay%20%2435%2D90'],
  ['a passage that is cut off', '…that readers pay for it…', '#:~:text=that%20readers%20pay%20for%20it'],
])('a link opens at the passage: %s', (_what, excerpt, fragment) => {
  const link = linkOf(excerpt);
  expect(link.slice(0, URL_OF_PAGE.length + fragment.length)).toBe(URL_OF_PAGE + fragment);
  expect(new URL(link).href).toBe(link);
});

test('keeps an existing fragment', () => {
  expect(linkOf('They pay.', `${URL_OF_PAGE}#prices`)).toBe(`${URL_OF_PAGE}#prices:~:text=They%20pay.`);
  expect(linkOf('They pay.', `${URL_OF_PAGE}#:~:text=They`)).toBe(`${URL_OF_PAGE}#:~:text=They`);
});

test('opens a PDF at its page and an unverified source at its address', () => {
  const entry = { sourceUrl: URL_OF_PAGE, excerpt: 'They pay.' };
  expect(passageAddress({ ...entry, verification: found({ page: 3 }) })).toBe(`${URL_OF_PAGE}#page=3`);
  expect(passageAddress({ ...entry, verification: { ...found(), status: 'not_found' } })).toBe(URL_OF_PAGE);
  expect(passageAddress(entry)).toBe(URL_OF_PAGE);
});
