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
    ['across a hyphen that ends a line', '<p>Seats cost $35-\n90 a month today.</p>', 'Seats cost $3590 a month today'],
    ['across a minus sign', '<p>The index is 12−7 after all this.</p>', 'The index is 127 after all this'],
    ['with a footnote', '<p>It earned $12<sup>3</sup> million last year.</p>', 'It earned $123 million last year'],
    ['with a linked footnote', '<p>It earned $12<sup><a href="#n3">3</a></sup> million.</p>', 'It earned $123 million'],
    ['with a footnote in brackets', '<p>It earned $12[3] million last year.</p>', 'It earned $123 million last year'],
    ['with an exponent', '<p>There are 10² readers of this letter.</p>', 'There are 102 readers of this letter'],
    ['with an exponent of the markup', '<p>There are 10<sup>2</sup> readers of it.</p>', 'There are 102 readers of it'],
    ['with a base', '<p>The sum is 10<sub>2</sub> in this table.</p>', 'The sum is 102 in this table'],
    ['with cents that are raised', '<p>It costs $12<sup>99</sup> a month here.</p>', 'It costs $1299 a month here'],
    ['with a fraction', '<p>It costs 2½ dollars a month here.</p>', 'It costs 21⁄2 dollars a month here'],
    ['with a digit in a circle', '<p>It has 12① readers in this town.</p>', 'It has 121 readers in this town'],
    ['across elements in a line', '<p>Rank <b>1</b><i>2</i> of the letters here.</p>', 'Rank 12 of the letters here'],
    [
      'across a possible line break',
      '<p>It has 12<wbr>000 readers in this town.</p>',
      'It has 12000 readers in this town',
    ],
    ['across a soft hyphen', '<p>It has 12&shy;000 readers in this town.</p>', 'It has 12000 readers in this town'],
    ['across nothing that is seen', '<p>It has 12&#8203;000 readers in town.</p>', 'It has 12000 readers in town'],
    ['across an apostrophe', '<p>It has 12’000 readers in this town.</p>', 'It has 12000 readers in this town'],
    [
      'across cells',
      '<table><tr><td>It has sold<td>12<td>000 copies so far</table>',
      'It has sold 12000 copies so far',
    ],
    ['across a thin space', '<p>It has 12&thinsp;000 readers in this town.</p>', 'It has 12000 readers in this town'],
    ['across emphasis', '<p>It has 12*000 readers in this town.</p>', 'It has 12000 readers in this town'],
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
  ])('nor is a figure cut: %s', async (_what, body, quotation) => {
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
    ['the same in Thai', '<p>ผู้อ่านส่วนใหญ่ยินดีไม่จ่ายเงินเพื่อสิ่งนี้</p>', 'ผู้อ่านส่วนใหญ่ยินดี…จ่ายเงินเพื่อสิ่งนี้'],
    ['the same in Chinese', '<p>大多数的读者表示他们不愿意为此付费订阅。</p>', '大多数的读者表示他们…愿意为此付费订阅'],
    [
      'scraps that omissions join',
      '<p>Readers say it. They would pay. All of it is for sale.</p>',
      'Readers say … would pay … for sale',
    ],
    ['scraps of two words', '<p>Readers say that they would pay for it.</p>', 'Readers say … for it'],
    [
      'elements that stand beside each other',
      '<h2>Readers who would pay</h2><p>All of the owners here</p>',
      'would pay All of the owners',
    ],
    ['items of a list', '<ul><li>We never sell<li>Readers pay for it</ul>', 'sell Readers pay for it'],
    ['rows of a table', '<table><tr><td>Readers<td>90<tr><td>Owners<td>12</table>', '90 Owners 12'],
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
    [
      'English, across an abbreviation',
      'It is not true, says Dr. Owen, that readers pay for it.',
      'that readers pay for it',
    ],
    ['Thai', 'ไม่เป็นความจริงที่ผู้อ่านยินดีจ่ายเงินเพื่อสิ่งนี้', 'ผู้อ่านยินดีจ่ายเงินเพื่อสิ่งนี้'],
    ['Chinese', '读者愿意为此付费的说法并不属实。', '读者愿意为此付费'],
    ['Arabic', 'ليس صحيحا أن القراء يدفعون ثمن ذلك كل شهر.', 'القراء يدفعون ثمن ذلك كل شهر'],
  ])('and is widened to its sentences: %s', async (_language, sentence, quotation) => {
    expect(await sentences(`<p>${sentence}</p>`, quotation)).toBe(sentence);
  });

  test('a sentence that is longer than an excerpt is shown as far as it goes, with what stands around it', async () => {
    const before = `It is not true, ${'as they have said again and again, '.repeat(12)}`;
    const { text } = await read(`<p>${before}that readers would pay for it${', as some do'.repeat(20)}.</p>`);
    const found = createPageSearch(text)('that readers would pay for it')!;
    expect(found.excerpt).toMatch(/^….* that readers would pay for it.*…$/u);
    expect(found.excerpt.length).toBeLessThanOrEqual(300);
    expect(found.context.length).toBeGreaterThan(400);
  });

  test('an omission between two sentences shows both as a whole', async () => {
    const body = '<p>We doubt that readers pay for a boat. It is dear. They laugh at the price of a letter.</p>';
    expect(await sentences(body, 'readers pay for a boat […] at the price of a letter')).toBe(
      'We doubt that readers pay for a boat. … They laugh at the price of a letter.',
    );
  });
});

describe('only what a reader of the page sees, and its owner wrote, counts', () => {
  const QUOTE = 'Rows in class: 1,152 of them.';
  const styled = (style: string) => `<style>${style}</style><p class="x y" id="z">${QUOTE}</p>`;
  test.each([
    ['a class of a library', `<p class="sr-only">${QUOTE}</p>`],
    ['another', `<p class="note visually-hidden">${QUOTE}</p>`],
    ['a class of a system', `<span class="screen-reader-text">${QUOTE}</span>`],
    ['a class that the page hides', styled('.x { display: none }')],
    ['an id that the page hides', styled('p { color: red } p, #z { visibility: hidden; }')],
    ['a class that the page moves away', styled('.y{position:absolute;left:-9999px}')],
    ['a class that makes it nothing', styled('/* .a{} */ .y{font-size:0}')],
    ['a size of 0', `<p style="font-size:0">${QUOTE}</p>`],
    ['a size within one of 0', `<div style="font-size: 0px"><p style="font-size: 1em">${QUOTE}</p></div>`],
    ['a place off the screen', `<p style="position:absolute; left:-9999px">${QUOTE}</p>`],
    ['an indent off the screen', `<p style="text-indent: -999em">${QUOTE}</p>`],
    ['a place that a transformation moves away', `<p style="transform: translateX(-9999px)">${QUOTE}</p>`],
    ['a box of one pixel', `<p style="width:1px;height:1px;overflow:hidden">${QUOTE}</p>`],
    ['a clip', `<p style="position:absolute;clip:rect(0 0 0 0)">${QUOTE}</p>`],
    ['a path that clips', `<p style="clip-path: inset(50%)">${QUOTE}</p>`],
    ['a dialog that is closed', `<dialog>${QUOTE}</dialog>`],
    ['a template', `<template>${QUOTE}</template>`],
    ['a comment by class', `<div class="comments"><div class="comment-body">${QUOTE}</div></div>`],
    ['a comment by id', `<section id="comments"><p>${QUOTE}</p></section>`],
    ['a comment by type', `<div itemscope itemtype="https://schema.org/Comment"><p>${QUOTE}</p></div>`],
    ['an article that is a comment', `<article class="comment">${QUOTE}</article>`],
    ['a thread of a service', `<div id="disqus_thread">${QUOTE}</div>`],
  ])('not in %s', async (_where, body) => {
    expect(await sentences(body, QUOTE)).toBeNull();
  });

  test.each([
    ['that a wider screen shows', `<p class="hidden md:block">${QUOTE}</p>`],
    ['that a wider screen of another library shows', `<p class="d-none d-lg-block">${QUOTE}</p>`],
    ['that unfolds', `<style>.x{display:none} .x.open{display:block}</style><p class="x">${QUOTE}</p>`],
    ['that only print hides', `<style>@media print { .x { display: none } }</style><p class="x">${QUOTE}</p>`],
    ['that is set free of a size of 0', `<div style="font-size:0"><p style="font-size:16px">${QUOTE}</p></div>`],
    ['that appears as it is scrolled to', `<p style="opacity:0">${QUOTE}</p>`],
    ['of a page that says it has comments', `<main class="has-comments comments-open"><p>${QUOTE}</p></main>`],
    ['that screen readers pass over', `<p aria-hidden="true">${QUOTE}</p>`],
    ['in a part that is folded', `<details><summary>More</summary>${QUOTE}</details>`],
  ])('but in text %s', async (_where, body) => {
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
    ['a dagger', '<p>Owners† would pay for it.</p>', 'Owners would pay for it'],
    ['a unit', '<p>A shop of 50 m<sup>2</sup> is enough.</p>', 'A shop of 50 m² is enough'],
    ['a formula', '<p>It counts the tons of CO<sub>2</sub> saved.</p>', 'counts the tons of CO2 saved'],
    ['an exponent', '<p>There are 10<sup>6</sup> readers of it.</p>', 'There are 10^6 readers of it'],
    ['a description of a picture', '<img alt="Rows in class by year: 1,152">', 'Rows in class by year: 1,152'],
    [
      'a title of an abbreviation',
      '<abbr title="Survey of all the tower clocks">S</abbr>',
      'Survey of all the tower clocks',
    ],
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
    ['Arabic vowels', '<p>يَدْفَعُ القُرَّاءُ ثَمَنَ النَّشْرَةِ كُلَّ شَهْرٍ.</p>', 'يدفع القراء ثمن النشرة كل شهر'],
    ['Arabic digits', '<p>يدفع القراء ٣٤٫٥ دولارا كل شهر.</p>', 'يدفع القراء 34.5 دولارا كل شهر'],
    ['Persian digits', '<p>این خبرنامه ۱۲۳۴ خواننده دارد.</p>', 'این خبرنامه 1234 خواننده دارد'],
    ['short Thai', '<p>ผู้อ่านจ่ายเงินทุกเดือน</p>', 'ผู้อ่านจ่ายเงิน'],
    ['Hebrew points', '<p>הַקּוֹרְאִים מְשַׁלְּמִים עַל הָעִתּוֹן.</p>', 'הקוראים משלמים על העתון'],
    ['full width', '<p>購読料は１，２００円です。毎月払います。</p>', '購読料は1,200円です。毎月払います'],
    ['a ligature', '<p>The eﬃcient oﬀice is closed now.</p>', 'The efficient office is closed now'],
    ['spaces in figures', '<p>Il y a 1&#8239;234&nbsp;567 abonnés ici.</p>', 'Il y a 1 234 567 abonnés ici'],
    ['an apostrophe', '<p>We’re paid by readers’ fees here.</p>', "We're paid by readers' fees here"],
    ['a minus sign', '<p>It changed by −5% in that year.</p>', 'It changed by -5% in that year'],
    [
      'a word that may be divided',
      '<p>The con&shy;nec<wbr>tions are closed now.</p>',
      'The connections are closed now',
    ],
    ['emphasis beside a mark', '<p>The <b>rows</b>: all of them.</p>', 'The **rows**: all of them'],
    ['lines', '<p>Twelve thousand<br>readers of the letter</p>', 'Twelve thousand readers of the letter'],
    ['cells of a row', '<table><tr><th>Basic plan<td>$12<td>three seats</table>', 'Basic plan $12 three seats'],
    ['terms', '<dl><dt>Basic plan costs<dd>$12 a month</dl>', 'Basic plan costs $12 a month'],
  ])('%s', async (_what, body, quotation) => {
    expect(await sentences(body, quotation)).not.toBeNull();
  });

  test('elements that a quotation runs across are told apart where it is published', async () => {
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
  ])('of a page with %s', async (_how, head) => {
    const { title, date } = await read(`<!doctype html><title>Members &amp;\n groups</title>${head}<p>${PROSE}`);
    expect({ title, date }).toEqual({ title: 'Members & groups', date: '2026-04-02' });
  });

  test.each(['no date', '2026-02-31', '1', '20260402123'])('a date that is none is left out: %s', async (content) => {
    const { date } = await read(`<meta name="date" content="${content}"><p>${PROSE}`);
    expect(date).toBeNull();
  });

  test('a passage carries 200 characters of its page on each side', async () => {
    const { text } = await read(`<p>${PROSE}</p><p>Rows in class: 1,152 of them.</p><p>${PROSE}</p>`);
    const { excerpt, context } = createPageSearch(text)('Rows in class: 1,152')!;
    const [before, after] = context.split(excerpt);
    for (const side of [before!, after!]) {
      expect(side.length).toBeGreaterThan(150);
      expect(side.length).toBeLessThanOrEqual(210);
    }
  });

  test('an excerpt that is published is found again, as itself', async () => {
    const { text } = await read('<h1>Prices</h1><ul><li>Basic: $12.<li>Team: $35–90, not less.</ul>');
    const first = createPageSearch(text)('Basic: $12. Team: $35–90')!;
    expect(first.excerpt).toBe('Basic: $12. | Team: $35–90, not less.');
    expect(createPageSearch(text)(first.excerpt)!.excerpt).toBe(first.excerpt);
  });
});
