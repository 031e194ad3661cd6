import { LRUCache } from 'lru-cache';
import { Markup } from '../../platform/html';

/** The part of highlight.js that is used here. Its own types would bring those of the DOM into all of our programs. */
interface Highlighter {
  newInstance(): Highlighter;
  configure(options: { classPrefix: string }): void;
  registerLanguage(name: string, grammar: unknown): void;
  highlight(code: string, options: { language: string }): { value: string };
}

const highlighter = (require('highlight.js/lib/core') as Highlighter).newInstance();
highlighter.configure({ classPrefix: 'code-' });

/** Languages by the name that their blocks have in Markdown, too. */
const LANGUAGES = {
  go: require('highlight.js/lib/languages/go') as unknown,
  js: require('highlight.js/lib/languages/javascript') as unknown,
  json: require('highlight.js/lib/languages/json') as unknown,
  py: require('highlight.js/lib/languages/python') as unknown,
  sh: require('highlight.js/lib/languages/bash') as unknown,
  ts: require('highlight.js/lib/languages/typescript') as unknown,
};
export type Language = keyof typeof LANGUAGES;
for (const [name, grammar] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, grammar);

// The first highlighting of a block takes milliseconds; pages show the same few again and again.
const highlighted = new LRUCache<string, Markup>({ max: 200 });

/**
 * Code with spans whose classes style/code.css colours: no script and no inline style, as the policy of the pages wants.
 * For programs of ours, not for what a caller chose: grammars are regular expressions.
 */
export function highlight(code: string, language: Language): Markup {
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known) return known;
  // The library escapes the code. Punctuation has the color of text: its elements would be half of an example in JSON.
  const { value } = highlighter.highlight(code, { language });
  const made = new Markup(value.replace(/<span class="code-punctuation">([^<]*)<\/span>/g, '$1'));
  highlighted.set(key, made);
  return made;
}
