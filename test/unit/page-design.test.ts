import { assetFile } from '../../web/assets';
import { codeBlock } from '../../web/components/code-block';
import { dataTable } from '../../web/components/data-table';
import { textField } from '../../web/components/form-field';
import { microdata } from '../../web/components/microdata';
import { COLOURS } from '../../web/tokens';
import { missingOf, sellerOf } from '../../platform/seller-settings';
import { textOfHtml } from '../support/html-text';

type Name = keyof typeof COLOURS;
const PAIRS: readonly (readonly [Name, Name])[] = [
  ['ink', 'ground'],
  ['ink', 'card'],
  ['ink', 'tint'],
  ['ink', 'good-tint'],
  ['ink', 'warn-tint'],
  ['ink', 'bad-tint'],
  ['soft', 'ground'],
  ['soft', 'card'],
  ['soft', 'sunken'],
  ['accent', 'ground'],
  ['accent', 'card'],
  ['accent', 'tint'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-strong'],
  ['good', 'good-tint'],
  ['warn', 'warn-tint'],
  ['bad', 'bad-tint'],
  ['bad', 'card'],
  ['code-keyword', 'card'],
  ['code-string', 'card'],
  ['code-number', 'card'],
  ['code-name', 'card'],
];

/** Contrast of two colours (WCAG 2.2, relative luminance). */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(PAIRS)('%s can be read on %s in both modes, the borders of fields seen', (text, ground) => {
  for (const mode of ['light', 'dark'] as const) {
    expect(contrast(COLOURS[text][mode], COLOURS[ground][mode])).toBeGreaterThanOrEqual(4.5);
    expect(contrast(COLOURS.edge[mode], COLOURS.card[mode])).toBeGreaterThanOrEqual(3);
  }
});

test('the icon has the accent of the pages', () => {
  expect(assetFile('pictures', 'icon.svg').toString()).toContain(COLOURS.accent.light);
});

test('hostile text stays text in tables, fields and structured data', () => {
  const hostile = '"><script>alert(1)</script>';
  const made = [
    dataTable(hostile, [hostile], [[hostile]]),
    textField({ name: 'a', label: hostile, hint: hostile, error: hostile, value: hostile }),
    microdata({ type: 'Product', properties: { name: hostile, url: { url: hostile } } }),
  ].join('');
  expect(made).not.toContain('<script');
  expect(made).toContain('&quot;&gt;&lt;script&gt;');
});

test.each([
  ['sh', 'curl "https://a.example/?b=1&c=2" -d \'{"idea": "<script>"}\' # <b>'],
  ['ts', 'const a: Array<string> = [`${b}</code>`, "&lt;"]; // </pre><script>alert(1)</script>'],
  ['py', 'print(f"{a}<script>")'],
  ['go', 'a := `<script>`'],
] as const)('%s is coloured by classes alone, and its text stays as it was', (language, code) => {
  const block = codeBlock('block', code, language).toString();
  const shown = /<code id="block">([^]*)<\/code>/.exec(block)![1]!;
  expect(shown).toMatch(/<span class="code-(string|keyword)">/);
  expect(shown.replace(/<\/?span( class="[\w -]+")?>/g, '')).not.toMatch(/[<>"']/);
  expect(textOfHtml(shown)).toBe(code);
});

test('a field says what is wrong with it to those who cannot see it', () => {
  const field = textField({ name: 'email', label: 'E-mail', hint: 'Yours', error: 'Enter a valid e-mail address.' });
  expect(field.toString()).toMatch(/aria-describedby="email-hint email-error"/);
  expect(field.toString()).toMatch(/aria-invalid="true"/);
});

test('an operator sees which settings the legal pages miss', () => {
  const empty = { SELLER_NAME: '', SELLER_ADDRESS: '', SELLER_EMAIL: '', SELLER_REGISTER: '', SELLER_TAX_ID: '' };
  expect(missingOf(sellerOf(empty))).toEqual(['SELLER_NAME', 'SELLER_ADDRESS', 'SELLER_EMAIL']);
  const set = { ...empty, SELLER_NAME: 'A', SELLER_ADDRESS: '1 Lane; Berlin', SELLER_EMAIL: 'a@example.com' };
  expect(missingOf(sellerOf(set))).toEqual([]);
  expect(sellerOf(set).address).toEqual(['1 Lane', 'Berlin']);
});
