import { html, type Markup } from '../../platform/html';

/** Hidden inputs that send the fields of a form once more, except those of `without`. */
export function hiddenFields(sent: Readonly<Record<string, unknown>>, without: readonly string[]): Markup[] {
  return Object.entries(sent)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter((field): field is readonly [string, string] => typeof field[1] === 'string')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}
