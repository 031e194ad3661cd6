import { createPageSearch } from '../../modules/findings/text/quotation';
import { pageText } from '../../vendors/cited-pages/page-text';

const PROSE = 'A page needs some words to be a page, and these are the words that it has. '.repeat(4);

async function read(body: string) {
  const page = await pageText(Buffer.from(body), 'text/html; charset=utf-8');
  if (!page) throw new Error('The page has no text');
  return page;
}
/** Sentences of an HTML page that contain a quotation; null if the page does not contain it. */
async function sentences(body: string, quotation: string): Promise<string | null> {
  const { text } = await read(`<!doctype html><body><div>${body}</div><p>${PROSE}</p>`);
  return createPageSearch(text)(quotation)?.excerpt ?? null;
}

test.each([
  ['Between 3–4% of owners pay for it.', 'Between 34% of owners pay for it'],
  ['Seats cost $35-90 a month today.', 'Seats cost $3590 a month today'],
  ['It earned $12<sup><a href="#n3">3</a></sup> million.', 'It earned $123 million'],
  ['There are 10² readers of this letter.', 'There are 102 readers of this letter'],
  ['It costs 2½ dollars a month here.', 'It costs 21⁄2 dollars a month here'],
])('does not join digits: %s', async (body, quotation) => {
  expect(await sentences(body, quotation)).toBeNull();
});

test.each([
  ['It grew by 3.4% in that year.', '4% in that year'],
  ['It costs 35–90 dollars a month here.', '90 dollars a month here'],
  ['It has 1&nbsp;234&nbsp;567 readers in town.', '567 readers in town'],
  ['It changed by −5% in that year.', '5% in that year'],
  ['They pay €5 million for the name.', '5 million for the name'],
  ['The readers of it are 10<sup>6</sup> now.', 'The readers of it are 10'],
])('does not cut figures: %s', async (body, quotation) => {
  expect(await sentences(body, quotation)).toBeNull();
});

describe('a quotation', () => {
  test.each([
    ['Readers would not pay for it at all.', 'Readers would pay for it at all'],
    ['Most of the readers would not pay for it.', 'Most of the readers … pay for it'],
    ['<h2>Readers who would pay</h2><p>All of the owners here</p>', 'would pay All of the owners'],
    ['<ul><li>We never sell<li>Readers pay for it</ul>', 'sell Readers pay for it'],
    ['We’re paid by readers of the letter.', 'Were paid by readers of the letter'],
  ])('with a different meaning is not found: %s', async (body, quotation) => {
    expect(await sentences(body, quotation)).toBeNull();
  });

  test.each([
    ['It is not true that readers would pay for it.', 'readers would pay for it'],
    ['Readers would pay for it, unless it is free elsewhere.', 'Readers would pay for it'],
    ['ไม่เป็นความจริงที่ผู้อ่านยินดีจ่ายเงินเพื่อสิ่งนี้', 'ผู้อ่านยินดีจ่ายเงินเพื่อสิ่งนี้'],
    ['读者愿意为此付费的说法并不属实。', '读者愿意为此付费'],
    ['ليس صحيحا أن القراء يدفعون ثمن ذلك كل شهر.', 'القراء يدفعون ثمن ذلك كل شهر'],
  ])('is widened to whole sentences: %s', async (sentence, quotation) => {
    expect(await sentences(`<p>${sentence}</p>`, quotation)).toBe(sentence);
  });

  test('shortens a long sentence and keeps its context', async () => {
    const before = `It is not true, ${'as they have said again and again, '.repeat(12)}`;
    const { text } = await read(`<p>${before}that readers would pay for it${', as some do'.repeat(20)}.</p>`);
    const found = createPageSearch(text)('that readers would pay for it')!;
    expect(found.excerpt).toMatch(/^….* that readers would pay for it.*…$/u);
    expect(found.excerpt.length).toBeLessThanOrEqual(300);
    expect(found.context.length).toBeGreaterThan(400);
  });

  test('shows both sentences around an omission in full', async () => {
    const body = '<p>We doubt that readers pay for a boat. It is dear. They laugh at the price of a letter.</p>';
    expect(await sentences(body, 'readers pay for a boat […] at the price of a letter')).toBe(
      'We doubt that readers pay for a boat. … They laugh at the price of a letter.',
    );
  });
});

describe('a quotation over two adjacent blocks', () => {
  test.each([
    [
      'a heading and its text',
      '<h2>Who pays for letters</h2><p>Owners of boats pay most. They stay.</p>',
      'Who pays for letters Owners of boats pay most',
      'Who pays for letters | Owners of boats pay most.',
    ],
    [
      'a heading alone',
      '<h2>Pricing</h2><p>Seats cost $12 a month in each plan.</p>',
      'Pricing Seats cost $12 a month',
      null,
    ],
    [
      'two items',
      '<ul><li>Half of all owners read it<li>Most readers pay a fee</ul>',
      'Half of all owners read it Most readers pay',
      null,
    ],
    [
      'two paragraphs',
      '<p>Owners who read it</p>\n<div>pay for their letters</div>',
      'Owners who read it pay for their letters',
      null,
    ],
    [
      'what follows a sentence',
      '<p>They ask. Readers of the letter</p><p>pay for it.</p>',
      'Readers of the letter pay for it',
      null,
    ],
    [
      'a language without spaces',
      '<h2>加入者の数</h2><p>統計によると加入者は約三万人に達した。</p>',
      '加入者の数 統計によると加入者は約三万人に達した',
      null,
    ],
    [
      'marks of a list',
      '<p>– Owners read the letter</p><p>– Readers pay for it</p>',
      'Owners read the letter\n- Readers pay for it',
      null,
    ],
    [
      'figures with words',
      '<li>We count 12,000 readers of it</li><li>Some 40% of them open it</li>',
      'We count 12,000 readers of it Some 40% of them open it',
      null,
    ],
  ])('is found: %s', async (_what, body, quotation, excerpt) => {
    const found = await sentences(body, quotation);
    expect(found).toContain(excerpt ?? ' | ');
  });

  test.each([
    [
      'a third block',
      '<p>Owners of boats</p><p>who read it</p><p>pay a fee</p>',
      'Owners of boats who read it pay a fee',
    ],
    [
      'something between',
      '<p>Owners of boats</p><p>never</p><p>pay a fee for it</p>',
      'Owners of boats pay a fee for it',
    ],
    [
      'a cut beginning',
      '<p>We doubt that owners of boats</p><p>pay a fee for it</p>',
      'owners of boats pay a fee for it',
    ],
    ['a cut denial', '<h2>Owners of boats</h2><p>pay a fee, unless it is free</p>', 'Owners of boats pay a fee'],
    [
      'a denial at the end',
      '<p>Do owners pay? No</p><p>one in three pays a fee</p>',
      'Do owners pay? No one in three pays a fee',
    ],
    [
      'a denial at the beginning',
      '<p>Owners of boats do</p><p>not only read but pay</p>',
      'Owners of boats do not only read but pay',
    ],
    [
      'a denial in Chinese',
      '<p>船主愿意为这份通讯付费不</p><p>是我们的读者都这样认为</p>',
      '船主愿意为这份通讯付费不是我们的读者都这样认为',
    ],
    [
      'a price of another plan',
      '<p>$12 for each of the seats</p><p>Pro plan for teams</p>',
      '$12 for each of the seats Pro plan for teams',
    ],
    [
      'a price under a name',
      '<h3>Plan for small teams</h3><p>$29 for each user</p>',
      'Plan for small teams $29 for each user',
    ],
    ['a bare figure', '<p>open rate of all letters</p><p>12%</p>', 'open rate of all letters 12%'],
    [
      'rows of a table',
      '<table><tr><td>Basic plan<td>few seats<tr><td>Pro plan<td>more</table>',
      'Basic plan few seats Pro plan',
    ],
    [
      'text and a table',
      '<p>Plans of the letter</p><table><tr><td>Basic plan</table>',
      'Plans of the letter Basic plan',
    ],
    [
      'the title of the page',
      '<p>Owners of the boats</p><img alt="pay a fee for it"><img alt="and read it all">',
      'pay a fee for it and read it all',
    ],
    [
      'a part of an omission',
      '<p>Owners of the boats</p><p>read it daily. They talk. They pay for it.</p>',
      'Owners of the boats read it daily … They pay for it',
    ],
  ])('is not found with %s', async (_what, body, quotation) => {
    expect(await sentences(body, quotation)).toBeNull();
  });
});

describe('the search of a page', () => {
  const QUOTE = 'Rows in class: 1,152 of them.';
  const styled = (style: string) => `<style>${style}</style><p class="x y" id="z">${QUOTE}</p>`;
  test.each([
    ['a class of a library', `<p class="sr-only">${QUOTE}</p>`],
    ['a class that the page hides', styled('.x { display: none }')],
    ['an id that the page hides', styled('p { color: red } p, #z { visibility: hidden; }')],
    ['a class that the page moves away', styled('.y{position:absolute;left:-9999px}')],
    ['a box of one pixel', `<p style="width:1px;height:1px;overflow:hidden">${QUOTE}</p>`],
    ['a clip', `<p style="position:absolute;clip:rect(0 0 0 0)">${QUOTE}</p>`],
    ['a template', `<template>${QUOTE}</template>`],
    ['a comment by class', `<div class="comments"><div class="comment-body">${QUOTE}</div></div>`],
  ])('ignores %s', async (_where, body) => {
    expect(await sentences(body, QUOTE)).toBeNull();
  });

  test.each([
    ['that a wider screen shows', `<p class="hidden md:block">${QUOTE}</p>`],
    ['that unfolds', `<style>.x{display:none} .x.open{display:block}</style><p class="x">${QUOTE}</p>`],
    ['that only print hides', `<style>@media print { .x { display: none } }</style><p class="x">${QUOTE}</p>`],
    ['of a page that says it has comments', `<main class="has-comments comments-open"><p>${QUOTE}</p></main>`],
    ['that screen readers pass over', `<p aria-hidden="true">${QUOTE}</p>`],
  ])('reads text %s', async (_where, body) => {
    expect(await sentences(body, QUOTE)).toBe(QUOTE);
  });
});

describe('visible text', () => {
  test.each([
    ['Owners<sup><a href="#1">1</a></sup> pay<sup class="reference">[2]</sup> for it.', 'Owners pay for it.'],
    ['Owners pay<sup>[<a href="/cn">citation needed</a>]</sup> for it.', 'Owners pay for it.'],
    ['It earned $12<sup><a href="#n">3</a></sup> million.', 'It earned $12 million.'],
    ['<ruby>加入者<rp>(</rp><rt>かにゅうしゃ</rt><rp>)</rp></ruby>は約三万人に達した。', '加入者は約三万人に達した'],
    ['הַקּוֹרְאִים מְשַׁלְּמִים עַל הָעִתּוֹן.', 'הקוראים משלמים על העתון'],
    ['The con&shy;nec<wbr>tions are closed now.', 'The connections are closed now'],
  ])('is found: %s', async (body, quotation) => {
    expect(await sentences(body, quotation)).not.toBeNull();
  });

  test('is separated if a quotation spans elements', async () => {
    const body = '<table><tr><th>Basic plan<td>$12<td>three seats</table>';
    expect(await sentences(body, 'Basic plan $12 three seats')).toBe('Basic plan | $12 | three seats');
  });
});
