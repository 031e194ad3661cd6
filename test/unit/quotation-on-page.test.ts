import { createPageSearch } from '../../domain/quotation';
import { pageText } from '../../providers/cited-pages/page-text';

const PROSE = 'A page needs some words to be a page, and these are the words that it has. '.repeat(4);

async function read(body: string | Buffer, type = 'text/html; charset=utf-8') {
  const page = await pageText(Buffer.from(body), type);
  if (!page) throw new Error('The page has no text');
  return page;
}
/** Sentences in which a page in HTML holds a quotation; null where it does not. */
async function sentences(body: string, quotation: string): Promise<string | null> {
  const { text } = await read(`<!doctype html><body>${body}<p>${PROSE}</p>`);
  return createPageSearch(text)(quotation)?.excerpt ?? null;
}

describe('digits are never joined', () => {
  test.each([
    ['across a range', '<p>Between 3–4% of owners pay for it.</p>', 'Between 34% of owners pay for it'],
    ['across a hyphen', '<p>Seats cost $35-90 a month today.</p>', 'Seats cost $3590 a month today'],
    ['with a footnote', '<p>It earned $12<sup>3</sup> million last year.</p>', 'It earned $123 million last year'],
    ['with a linked footnote', '<p>It earned $12<sup><a href="#n3">3</a></sup> million.</p>', 'It earned $123 million'],
    ['with an exponent', '<p>There are 10² readers of this letter.</p>', 'There are 102 readers of this letter'],
    ['with cents that are raised', '<p>It costs $12<sup>99</sup> a month here.</p>', 'It costs $1299 a month here'],
    ['with a fraction', '<p>It costs 2½ dollars a month here.</p>', 'It costs 21⁄2 dollars a month here'],
    ['across a soft hyphen', '<p>It has 12&shy;000 readers in this town.</p>', 'It has 12000 readers in this town'],
    ['across an apostrophe', '<p>It has 12’000 readers in this town.</p>', 'It has 12000 readers in this town'],
    [
      'across cells',
      '<table><tr><td>It has sold<td>12<td>000 copies so far</table>',
      'It has sold 12000 copies so far',
    ],
  ])('%s', async (_how, body, quotation) => {
    expect(await sentences(body, quotation)).toBeNull();
  });

  test.each([
    ['a decimal', '<p>It grew by 3.4% in that year.</p>', '4% in that year'],
    ['a range', '<p>It costs 35–90 dollars a month here.</p>', '90 dollars a month here'],
    ['the end of a range', '<p>A seat today costs 35–90 dollars.</p>', 'A seat today costs 35'],
    ['thousands after a space', '<p>It has 1&nbsp;234&nbsp;567 readers in town.</p>', '567 readers in town'],
    ['a minus sign', '<p>It changed by −5% in that year.</p>', '5% in that year'],
    ['a currency', '<p>They pay €5 million for the name.</p>', '5 million for the name'],
    ['a percent sign', '<p>The share of them is 12% now.</p>', 'The share of them is 12'],
    ['an exponent', '<p>The readers of it are 10<sup>6</sup> now.</p>', 'The readers of it are 10'],
  ])('figures are not cut: %s', async (_what, body, quotation) => {
    expect(await sentences(body, quotation)).toBeNull();
  });
});

describe('a quotation says what its page says', () => {
  test.each([
    ['a negation left out', '<p>Readers would not pay for it at all.</p>', 'Readers would pay for it at all'],
    [
      'a negation behind an omission',
      '<p>Most of the readers would not pay for it.</p>',
      'Most of the readers … pay for it',
    ],
    [
      'the same in German',
      '<p>Die meisten Leser würden dafür nicht gern bezahlen wollen.</p>',
      'Die meisten Leser […] gern bezahlen wollen',
    ],
    ['the same in Chinese', '<p>大多数的读者表示他们不愿意为此付费订阅。</p>', '大多数的读者表示他们…愿意为此付费订阅'],
    [
      'scraps that omissions join',
      '<p>Readers say it. They would pay. All of it is for sale.</p>',
      'Readers say … would pay … for sale',
    ],
    [
      'elements that stand beside each other',
      '<h2>Readers who would pay</h2><p>All of the owners here</p>',
      'would pay All of the owners',
    ],
    ['items of a list', '<ul><li>We never sell<li>Readers pay for it</ul>', 'sell Readers pay for it'],
    [
      'a word that an apostrophe makes another',
      '<p>We’re paid by readers of the letter.</p>',
      'Were paid by readers of the letter',
    ],
    ['the beginning of a denial', '<p>Owners say that they don’t pay for it.</p>', 'Owners say that they don'],
  ])('%s is not found', async (_what, body, quotation) => {
    expect(await sentences(body, quotation)).toBeNull();
  });

  test.each([
    ['English', 'It is not true that readers would pay for it.', 'readers would pay for it'],
    [
      'English, with a condition behind',
      'Readers would pay for it, unless it is free elsewhere.',
      'Readers would pay for it',
    ],
    ['Thai', 'ไม่เป็นความจริงที่ผู้อ่านยินดีจ่ายเงินเพื่อสิ่งนี้', 'ผู้อ่านยินดีจ่ายเงินเพื่อสิ่งนี้'],
    ['Chinese', '读者愿意为此付费的说法并不属实。', '读者愿意为此付费'],
    ['Arabic', 'ليس صحيحا أن القراء يدفعون ثمن ذلك كل شهر.', 'القراء يدفعون ثمن ذلك كل شهر'],
  ])('is widened to whole sentences: %s', async (_language, sentence, quotation) => {
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

  test('shows both sentences around an omission whole', async () => {
    const body = '<p>We doubt that readers pay for a boat. It is dear. They laugh at the price of a letter.</p>';
    expect(await sentences(body, 'readers pay for a boat […] at the price of a letter')).toBe(
      'We doubt that readers pay for a boat. … They laugh at the price of a letter.',
    );
  });
});

describe('only what a reader sees and the owner wrote counts', () => {
  const QUOTE = 'Rows in class: 1,152 of them.';
  const styled = (style: string) => `<style>${style}</style><p class="x y" id="z">${QUOTE}</p>`;
  test.each([
    ['a class of a library', `<p class="sr-only">${QUOTE}</p>`],
    ['a class that the page hides', styled('.x { display: none }')],
    ['an id that the page hides', styled('p { color: red } p, #z { visibility: hidden; }')],
    ['a class that the page moves away', styled('.y{position:absolute;left:-9999px}')],
    ['a size of 0', `<p style="font-size:0">${QUOTE}</p>`],
    ['a place off the screen', `<p style="position:absolute; left:-9999px">${QUOTE}</p>`],
    ['a box of one pixel', `<p style="width:1px;height:1px;overflow:hidden">${QUOTE}</p>`],
    ['a clip', `<p style="position:absolute;clip:rect(0 0 0 0)">${QUOTE}</p>`],
    ['a dialog that is closed', `<dialog>${QUOTE}</dialog>`],
    ['a template', `<template>${QUOTE}</template>`],
    ['a comment by class', `<div class="comments"><div class="comment-body">${QUOTE}</div></div>`],
    ['a comment by id', `<section id="comments"><p>${QUOTE}</p></section>`],
    ['a thread of a service', `<div id="disqus_thread">${QUOTE}</div>`],
  ])('ignores %s', async (_where, body) => {
    expect(await sentences(body, QUOTE)).toBeNull();
  });

  test.each([
    ['that a wider screen shows', `<p class="hidden md:block">${QUOTE}</p>`],
    ['that unfolds', `<style>.x{display:none} .x.open{display:block}</style><p class="x">${QUOTE}</p>`],
    ['that only print hides', `<style>@media print { .x { display: none } }</style><p class="x">${QUOTE}</p>`],
    ['that is set free of a size of 0', `<div style="font-size:0"><p style="font-size:16px">${QUOTE}</p></div>`],
    ['of a page that says it has comments', `<main class="has-comments comments-open"><p>${QUOTE}</p></main>`],
    ['that screen readers pass over', `<p aria-hidden="true">${QUOTE}</p>`],
    ['in a part that is folded', `<details><summary>More</summary>${QUOTE}</details>`],
  ])('reads text %s', async (_where, body) => {
    expect(await sentences(body, QUOTE)).toBe(QUOTE);
  });
});

describe('what a reader sees is read', () => {
  test.each([
    [
      'footnotes',
      '<p>Owners<sup><a href="#1">1</a></sup> pay<sup class="reference">[2]</sup> for it.<sup>3</sup></p>',
      'Owners pay for it.',
    ],
    ['a footnote that is copied', '<p>Owners<sup>1</sup> would pay for it.</p>', 'Owners1 would pay for it'],
    [
      'words of a footnote',
      '<p>Owners pay<sup>[<a href="/cn">citation needed</a>]</sup> for it.</p>',
      'Owners pay for it.',
    ],
    [
      'a footnote beside a figure',
      '<p>It earned $12<sup><a href="#n">3</a></sup> million.</p>',
      'It earned $12 million.',
    ],
    ['an exponent', '<p>There are 10<sup>6</sup> readers of it.</p>', 'There are 10^6 readers of it'],
    [
      'a description of the page',
      '<meta name="description" content="Counts the owners of tower clocks.">',
      'Counts the owners of tower clocks',
    ],
    [
      'what stands there without scripts',
      '<noscript><p>Rows in class by year: 1,152</p></noscript>',
      'Rows in class by year: 1,152',
    ],
    [
      'words with readings',
      '<p><ruby>加入者<rp>(</rp><rt>かにゅうしゃ</rt><rp>)</rp></ruby>は約三万人に達した。</p>',
      '加入者は約三万人に達した',
    ],
    [
      'readings, too',
      '<p><ruby>加入者<rt>かにゅうしゃ</rt></ruby>は約三万人に達した。</p>',
      '加入者かにゅうしゃは約三万人に達した',
    ],
    ['Arabic digits', '<p>يدفع القراء ٣٤٫٥ دولارا كل شهر.</p>', 'يدفع القراء 34.5 دولارا كل شهر'],
    ['Hebrew points', '<p>הַקּוֹרְאִים מְשַׁלְּמִים עַל הָעִתּוֹן.</p>', 'הקוראים משלמים על העתון'],
    ['full width', '<p>購読料は１，２００円です。毎月払います。</p>', '購読料は1,200円です。毎月払います'],
    ['a minus sign', '<p>It changed by −5% in that year.</p>', 'It changed by -5% in that year'],
    [
      'a word that may be divided',
      '<p>The con&shy;nec<wbr>tions are closed now.</p>',
      'The connections are closed now',
    ],
    ['emphasis beside a mark', '<p>The <b>rows</b>: all of them.</p>', 'The **rows**: all of them'],
    ['cells of a row', '<table><tr><th>Basic plan<td>$12<td>three seats</table>', 'Basic plan $12 three seats'],
  ])('%s', async (_what, body, quotation) => {
    expect(await sentences(body, quotation)).not.toBeNull();
  });

  test('separates the elements that a quotation spans', async () => {
    const body = '<table><tr><th>Basic plan<td>$12<td>three seats</table>';
    expect(await sentences(body, 'Basic plan $12 three seats')).toBe('Basic plan | $12 | three seats');
  });
});

describe('title, date and place', () => {
  test.each([
    ['a named date', '<meta property="article:published_time" content="2026-04-02T08:00:00Z">'],
    ['linked data', '<script type="application/ld+json">{"datePublished": "2026-04-02"}</script>'],
    ['the time that it shows', '<time datetime="2026-04-02">2 April</time>'],
    ['the surest of several', '<time datetime="2020-01-01">x</time><meta name="date" content="2026/04/02">'],
  ])('are read from %s', async (_how, head) => {
    const { title, date } = await read(`<!doctype html><title>Members &amp;\n groups</title>${head}<p>${PROSE}`);
    expect({ title, date }).toEqual({ title: 'Members & groups', date: '2026-04-02' });
  });

  test.each(['no date', '2026-02-31', '1', '20260402123'])('ignores the invalid date %s', async (content) => {
    const { date } = await read(`<meta name="date" content="${content}"><p>${PROSE}`);
    expect(date).toBeNull();
  });
});
