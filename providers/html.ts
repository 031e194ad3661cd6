/** Markup that is safe to place in a document: made by {@link html} only, so every other string is text. */
export class Markup {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** What a template takes. `null`, `undefined` and `false` render as nothing; lists render their members in order. */
export type Fragment = Markup | string | number | null | undefined | false | readonly Fragment[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(fragment: Fragment): string {
  if (fragment === null || fragment === undefined || fragment === false) return '';
  if (fragment instanceof Markup) return fragment.toString();
  if (typeof fragment === 'object') return fragment.map(render).join('');
  return String(fragment).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/**
 * HTML with automatic escaping: what stands in the template is markup, what is interpolated is text.
 * Interpolate in element content and in quoted attribute values only; never in `<style>`, in a tag name or in an
 * attribute without quotes. An address from outside goes through {@link webAddress} first.
 */
export function html(template: TemplateStringsArray, ...values: Fragment[]): Markup {
  return new Markup(String.raw({ raw: template }, ...values.map(render)));
}

/** The normalised address when it is an absolute http or https one, else null: nothing else may become a link. */
export function webAddress(candidate: string | null): string | null {
  if (candidate === null || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
