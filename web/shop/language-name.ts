const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** English name of a BCP 47 language, such as `British English`; the tag itself where it is none. */
export function languageName(tag: string): string {
  try {
    return NAMES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}
