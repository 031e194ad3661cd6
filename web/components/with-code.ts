import { html, type Fragment } from '../../platform/html';

/** A text with what stands between backticks as code. */
export function withCode(text: string): Fragment[] {
  return text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : part));
}
