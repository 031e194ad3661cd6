/**
 * Characters that change how other text is shown: controls but line feed and tab (C0, DEL, C1: a terminal obeys them), and
 * those that override the direction of text or isolate it, by which it reads otherwise than it is (CVE-2021-42574).
 */
// oxlint-disable-next-line no-control-regex
const DISGUISES = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Text of others as a terminal or a PDF may show it: without controls and overrides of direction. */
export function plainText(text: string): string {
  return text.replaceAll(DISGUISES, '');
}

/** JSON of a value for a terminal or a program: the same value, with such characters escaped. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(
    DISGUISES,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
