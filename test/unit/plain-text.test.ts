import { textOf } from '../../admin/print';
import { plainText } from '../../base/plain-text';
import { beginningOf } from '../../modules/runs/rules';

const HOSTILE = 'a\u001b[2J\u009b31mb\u202etxt.exe\u2066c\u2069\u0000\rd\u007f';

test('removes control characters and direction overrides', () => {
  expect(plainText(HOSTILE)).toBe('a[2J31mbtxt.execd');
  expect(plainText('Zeile\n\tשלום\u200f, \u0645\u0631\u062d\u0628\u0627')).toBe(
    'Zeile\n\tשלום\u200f, \u0645\u0631\u062d\u0628\u0627',
  );
});

test('removes foreign control characters from the output of admin commands', () => {
  for (const result of [[{ note: HOSTILE }], { note: HOSTILE }, { notes: [HOSTILE] }, { one: { note: HOSTILE } }]) {
    const printed = textOf(result);
    expect(plainText(printed)).toBe(printed);
  }
});

test('cuts a long title at a word, without the comma after it', () => {
  const word = 'x'.repeat(70);
  expect(beginningOf(`${word}, ${word}`)).toBe(`${word}…`);
});
