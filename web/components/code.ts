import { LRUCache } from 'lru-cache';
import { html, Markup, type Fragment } from '../../base/html';

/**
 * Code to copy, coloured and named in Markdown by its language. `id` is unique on the page; `note` is above the code, in
 * place of the name of its language.
 */
export function codeBlock(id: string, code: string, language: Language | '' = '', note?: Fragment): Markup {
  return html`<div class="code">
    <div class="code-head">
      <span>${note ?? (language && NAMES[language])}</span> ${copyButton(id, 'Copy', 'small')}
    </div>
    <pre
      tabindex="0"
      data-language="${language}"
    ><code id="${id}">${language === '' ? code : highlight(code, language)}</code></pre>
  </div>`;
}

/** Button that copies the text of the element with the id `source`. Hidden where no script runs. */
export function copyButton(source: string, label = 'Copy', size: 'small' | 'normal' = 'normal'): Markup {
  const look = size === 'small' ? 'quiet small' : 'quiet';
  return html`<button class="${look}" type="button" data-copy="${source}" aria-live="polite" hidden>${label}</button>`;
}

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
const NAMES: Record<Language, string> = {
  go: 'Go',
  js: 'JavaScript',
  json: 'JSON',
  py: 'Python',
  sh: 'Shell',
  ts: 'TypeScript',
};
for (const [name, grammar] of Object.entries(LANGUAGES)) highlighter.registerLanguage(name, grammar);

// The first highlighting of a block takes milliseconds; pages show the same few again and again.
const highlighted = new LRUCache<string, Markup>({ max: 200 });

/**
 * Code with spans whose classes style/code.css colours: no script and no inline style, as the policy of the pages wants.
 * For programs of ours, not for what a caller chose: grammars are regular expressions.
 */
function highlight(code: string, language: Language): Markup {
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known) return known;
  // The library escapes the code. Punctuation has the color of text: its elements would be half of an example in JSON.
  const { value } = highlighter.highlight(code, { language });
  const made = new Markup(value.replace(/<span class="code-punctuation">([^<]*)<\/span>/g, '$1'));
  highlighted.set(key, made);
  return made;
}

/** A text with what stands between backticks as code. */
export function withCode(text: string): Fragment[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}
