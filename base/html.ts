/** HTML that needs no escaping. Only {@link html} creates it; every other string is escaped as text. */
export class Markup {
  constructor(private readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

/** Value in a template. `null`, `undefined` and `false` render as nothing; lists render their items in order. */
export type Fragment = Markup | string | number | null | undefined | false | readonly Fragment[];

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function render(fragment: Fragment): string {
  if (fragment === null || fragment === undefined || fragment === false) return '';
  if (fragment instanceof Markup) return fragment.toString();
  if (typeof fragment === 'object') return fragment.map(render).join('');
  return String(fragment).replace(/[&<>"']/g, (character) => ENTITIES[character]!);
}

/**
 * Builds HTML with automatic escaping: the template is markup, interpolated values are text. Interpolate only into
 * element content and quoted attribute values, never into `<style>`, tag names or unquoted attributes. Untrusted URLs
 * must pass {@link webAddress} first.
 */
export function html(template: TemplateStringsArray, ...values: Fragment[]): Markup {
  return new Markup(String.raw({ raw: template }, ...values.map(render)));
}

/** Normalizes an absolute http or https URL. Returns null for anything else, which must not be rendered as a link. */
export function webAddress(candidate: string | null): string | null {
  if (candidate === null || !URL.canParse(candidate)) return null;
  const url = new URL(candidate);
  return url.protocol === 'https:' || url.protocol === 'http:' ? url.href : null;
}
