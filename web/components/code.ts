import { LRUCache } from 'lru-cache';
import { html, Markup, type Fragment } from '../../base/html';

/** Code block with a copy button. `id` must be unique on the page. `note` replaces the language name above the code. */
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

/** Copies the text of the element with the id `source`. Hidden without scripts. */
export function copyButton(source: string, label = 'Copy', size: 'small' | 'normal' = 'normal'): Markup {
  const look = size === 'small' ? 'quiet small' : 'quiet';
  return html`<button class="${look}" type="button" data-copy="${source}" aria-live="polite" hidden>${label}</button>`;
}

/** The parts of highlight.js that we use. Its own types would add DOM types to all our code. */
interface Highlighter {
  newInstance(): Highlighter;
  configure(options: { classPrefix: string }): void;
  registerLanguage(name: string, grammar: unknown): void;
  highlight(code: string, options: { language: string }): { value: string };
}

const highlighter = (require('highlight.js/lib/core') as Highlighter).newInstance();
highlighter.configure({ classPrefix: 'code-' });

/** Languages by their Markdown name. */
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

// Cached, because highlighting takes milliseconds and pages repeat the same few blocks.
const highlighted = new LRUCache<string, Markup>({ max: 200 });

/**
 * Highlights code with classes (see style/code.css), because the content security policy forbids inline styles. Use it
 * only for our own code: untrusted input could make the grammars' regular expressions slow.
 */
function highlight(code: string, language: Language): Markup {
  const key = `${language}\n${code}`;
  const known = highlighted.get(key);
  if (known) return known;
  // highlight.js escapes the code. Punctuation stays plain, because in JSON it would double the number of elements.
  const { value } = highlighter.highlight(code, { language });
  const made = new Markup(value.replace(/<span class="code-punctuation">([^<]*)<\/span>/g, '$1'));
  highlighted.set(key, made);
  return made;
}

/** Renders text between backticks as code. */
export function withCode(text: string): Fragment[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}
