import { html, type Markup } from '../../../base/html';
import { STYLE, TONES, type Tone } from './style';

/** Part of an email, as HTML and as text. */
export interface Block {
  html: Markup;
  text: string;
}

/** Content within a block. A string is plain text. */
export type Inline = string | Block;

const asHtml = (part: Inline): Markup => (typeof part === 'string' ? html`${part}` : part.html);
const asText = (part: Inline): string => (typeof part === 'string' ? part : part.text);
const textOf = (parts: readonly Inline[]): string => parts.map(asText).join('');

export function heading(text: string): Block {
  return { html: html`<h1 class="ink" style="${STYLE.heading}">${text}</h1>`, text };
}

export function section(text: string): Block {
  return {
    html: html`<h2 class="ink" style="${STYLE.section}">${text}</h2>`,
    text: `${text}\n${'-'.repeat(text.length)}`,
  };
}

export function paragraph(...parts: Inline[]): Block {
  return { html: html`<p class="ink" style="${STYLE.paragraph}">${parts.map(asHtml)}</p>`, text: textOf(parts) };
}

export function note(...parts: Inline[]): Block {
  return { html: html`<p class="soft" style="${STYLE.note}">${parts.map(asHtml)}</p>`, text: textOf(parts) };
}

export function quotation(text: string): Block {
  return {
    html: html`<blockquote class="soft rule" dir="auto" style="${STYLE.quotation}">${text}</blockquote>`,
    text: `"${text}"`,
  };
}

export function message(text: string): Block {
  return { html: html`<pre class="ink" dir="auto" style="${STYLE.message}">${text}</pre>`, text };
}

/** Primary action: a link styled as a button. `url` must be on our site. */
export function button(label: string, url: string): Block {
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 22px">
      <tr>
        <td class="button" align="center" style="${STYLE.button}">
          <a class="button-link" href="${url}" style="${STYLE.buttonLink}">${label}</a>
        </td>
      </tr>
    </table>`,
    text: `${label}:\n${url}`,
  };
}

/** Link in running text. `url` must be on our site or the payment provider's. */
export function link(label: string, url: string): Block {
  return { html: html`<a class="link" href="${url}" style="${STYLE.link}">${label}</a>`, text: `${label} (${url})` };
}

export function strong(text: string): Block {
  return { html: html`<strong>${text}</strong>`, text };
}

/** Id or other text to copy verbatim. */
export function code(text: string): Block {
  return { html: html`<code style="${STYLE.code}">${text}</code>`, text };
}

/** Labels and values, one line each. A value with several lines becomes a list. */
export function facts(rows: readonly (readonly [label: string, value: Inline | readonly string[]])[]): Block {
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="${STYLE.rows}">
      ${rows.map(
        ([label, value]) =>
          html`<tr>
            <td class="soft rule" width="34%" style="${STYLE.label}">${label}</td>
            <td class="ink rule" style="${STYLE.value}">${valueHtml(value)}</td>
          </tr>`,
      )}
    </table>`,
    text: rows.map(([label, value]) => `${label}: ${valueText(value)}`).join('\n'),
  };
}

function valueHtml(value: Inline | readonly string[]): Markup {
  if (!Array.isArray(value)) return asHtml(value as Inline);
  return html`${(value as readonly string[]).map((line, i) => html`${i > 0 && html`<br />`}${line}`)}`;
}

function valueText(value: Inline | readonly string[]): string {
  return Array.isArray(value) ? value.join('\n  ') : asText(value as Inline);
}

/** Result summary: a score out of 100, its headline and its meaning. */
export function result(shown: { tone: Tone; number: string; headline: string; meaning: string }): Block {
  const { tone, number, headline, meaning } = shown;
  const { ink, fill } = TONES[tone];
  return {
    html: html`<table
      role="presentation"
      class="${tone}"
      cellpadding="0"
      cellspacing="0"
      border="0"
      width="100%"
      style="margin:0 0 20px;background-color:${fill};border-radius:10px"
    >
      <tr>
        <td class="${tone}-ink" align="center" width="84" style="padding:18px 0 18px 18px;color:${ink}">
          <span style="font-size:34px;line-height:1;font-weight:700">${number}</span><br />
          <span style="font-size:12px;line-height:1.6">of 100</span>
        </td>
        <td style="padding:18px 20px">
          <strong class="${tone}-ink" style="font-size:18px;line-height:1.35;color:${ink}">${headline}</strong><br />
          <span class="ink" style="font-size:15px;line-height:1.5;color:#16202f">${meaning}</span>
        </td>
      </tr>
    </table>`,
    text: `${headline}, ${number} of 100\n${meaning}`,
  };
}

/** Scores from 0 to 100 as bars. The text version lists the numbers. */
export function scores(rows: readonly { label: string; score: number }[]): Block {
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="${STYLE.rows}">
      ${rows.map(
        ({ label, score }) =>
          html`<tr>
            <td class="ink" width="38%" style="${STYLE.barLabel}">${label}</td>
            <td style="padding:5px 0">${bar(score)}</td>
            <td class="ink" width="44" style="${STYLE.barNumber}">${score}</td>
          </tr>`,
      )}
    </table>`,
    text: rows.map(({ label, score }) => `${String(score).padStart(5)}  ${label}`).join('\n'),
  };
}

/** Ranked items with rounded scores and bars. Numbering starts at `first`. */
export function ranking(rows: readonly { title: string; score: number }[], first: number): Block {
  const items = rows.map(({ title, score }, i) => ({
    name: `${first + i}. ${title}`,
    score,
    shown: String(Math.round(score)),
  }));
  return {
    html: html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" width="100%" style="${STYLE.rows}">
      ${items.map(
        ({ name, score, shown }) =>
          html`<tr>
              <td class="ink" style="${STYLE.item}">${name}</td>
              <td class="ink" width="44" style="${STYLE.itemNumber}">${shown}</td>
            </tr>
            <tr>
              <td colspan="2" style="padding:0 0 8px">${bar(score)}</td>
            </tr>`,
      )}
    </table>`,
    text: items.map(({ name, shown }) => `${shown.padStart(5)}  ${name}`).join('\n'),
  };
}

function bar(score: number): Markup {
  const filled = Math.min(100, Math.max(0, Math.round(score)));
  return html`<table
    role="presentation"
    class="track"
    cellpadding="0"
    cellspacing="0"
    border="0"
    width="100%"
    style="${STYLE.track}"
  >
    <tr>
      ${filled > 0 && html`<td class="filled" width="${filled}%" style="${STYLE.filled}">&nbsp;</td>`}
      ${filled < 100 && html`<td width="${100 - filled}%" style="${STYLE.empty}">&nbsp;</td>`}
    </tr>
  </table>`;
}
