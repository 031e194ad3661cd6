import { html, type Markup } from '../../platform/html';
import { copyButton } from './copy-button';
import { highlight, type Language } from './highlight';

/** Code to copy, coloured and named in Markdown by its language. `id` is unique on the page. */
export function codeBlock(id: string, code: string, language: Language | '' = ''): Markup {
  return html`<div class="code">
    ${copyButton(id, 'Copy', 'small')}
    <pre
      tabindex="0"
      data-language="${language}"
    ><code id="${id}">${language === '' ? code : highlight(code, language)}</code></pre>
  </div>`;
}
