import { html, type Markup } from '../../../base/html';
import { dayInUtc } from '../../../base/wording';
import type { Block } from './blocks';
import { headStyle, STYLE } from './style';

/** Name at the top and bottom of every email. */
export const BRAND = 'Newsletter Opportunity Intelligence';

/** Result of a template: subject and bodies, without the recipient. The same input gives the same bytes. */
export type MailContent = { subject: string; html: string; text: string };

/** Builds the HTML and text bodies of an email from the same blocks, so their content matches. */
export function compose(mail: {
  subject: string;
  /** Preview line next to the subject in an inbox. */
  preheader: string;
  blocks: readonly Block[];
  /** Why the recipient gets this email. Shown at the end. */
  reason: string;
}): MailContent {
  const { subject, preheader, blocks, reason } = mail;
  const text = [...blocks.map((block) => block.text), `-- \n${BRAND}\n${reason}`].join('\n\n');
  return { subject: shortened(subject, SUBJECT), html: frame(preheader, blocks, reason).toString(), text: `${text}\n` };
}

/** Number of subject characters that inboxes show on a phone or next to a preheader. */
const SUBJECT = 60;

// Fills the rest of the inbox preview, so that no body text appears after the preheader.
const FILLER = html`${Array.from({ length: 40 }, () => html`&#847;&zwnj;&nbsp;`)}`;

/** Site logo built from table cells, because mail clients block images and many drop SVG. */
const MARK = html`<table role="presentation" width="16" cellpadding="0" cellspacing="0" border="0">
  <tr>
    <td class="mark-line" width="8" style="${STYLE.markLine}"></td>
    <td width="4" style="${STYLE.markGap}"></td>
    <td class="mark-line" width="4" style="${STYLE.markLine}"></td>
  </tr>
  <tr>
    <td colspan="3" style="${STYLE.markGap}"></td>
  </tr>
  <tr>
    <td class="mark-line" colspan="2" style="${STYLE.markLine}"></td>
    <td style="${STYLE.markGap}"></td>
  </tr>
  <tr>
    <td colspan="3" style="${STYLE.markGap}"></td>
  </tr>
  <tr>
    <td class="mark-line" colspan="3" style="${STYLE.markLine}"></td>
  </tr>
</table>`;

/**
 * One column of tables with inline styles, which all clients render alike. Outlook ignores `max-width`, so it gets a
 * fixed-width table.
 */
function frame(preheader: string, blocks: readonly Block[], reason: string): Markup {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${BRAND}</title>
        ${headStyle}
      </head>
      <body class="ground" style="${STYLE.ground}">
        <div style="${STYLE.hidden}">${preheader}${FILLER}</div>
        <table
          role="presentation"
          class="ground"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="${STYLE.ground}"
        >
          <tr>
            <td align="center" style="padding:28px 12px">
              <!--[if mso]><table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->
              <table
                role="presentation"
                class="card"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="${STYLE.card}"
              >
                <tr>
                  <td class="pad" align="left" style="${STYLE.head}">
                    <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                      <tr>
                        <td width="28" aria-hidden="true">
                          <table role="presentation" cellpadding="0" cellspacing="0" border="0">
                            <tr>
                              <td class="mark" align="center" width="28" height="28" style="${STYLE.mark}">${MARK}</td>
                            </tr>
                          </table>
                        </td>
                        <td class="ink" style="${STYLE.brand}">${BRAND}</td>
                      </tr>
                    </table>
                  </td>
                </tr>
                <tr>
                  <td class="pad" align="left" style="${STYLE.body}">${blocks.map((block) => block.html)}</td>
                </tr>
                <tr>
                  <td class="pad rule" align="left" style="${STYLE.foot}">
                    <p class="soft" style="${STYLE.note};margin:0">${BRAND}<br />${reason}</p>
                  </td>
                </tr>
              </table>
              <!--[if mso]></td></tr></table><![endif]-->
            </td>
          </tr>
        </table>
      </body>
    </html>`;
}

/** URL on our site. `publicUrl` may end with a slash. */
export function address(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/(?<!\/)\/+$/, '')}${path}`;
}

const QUOTED_LENGTH = 120;

/** Truncates to one line of at most `length` code points, with an ellipsis. Cuts at a word if possible. */
export function shortened(text: string, length = QUOTED_LENGTH): string {
  const characters = Array.from(text.replace(/\s+/gu, ' ').trim());
  if (characters.length <= length) return characters.join('');
  const kept = characters.slice(0, length - 1).join('');
  const word = kept.lastIndexOf(' ');
  return `${kept.slice(0, word > kept.length / 2 ? word : undefined).replace(/(?<![\s,:;])[\s,:;]+$/, '')}…`;
}

/** Duration in words, in the largest unit that divides it, such as `15 minutes` or `3 days`. */
export function span(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [unit, length] = units.find(([, each]) => ms >= each && ms % each === 0) ?? units[3];
  return counted(Math.max(1, Math.round(ms / length)), unit);
}

/** A number with its noun: `1 source`, `3 sources`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** Day and time in UTC, such as `November 21, 2026 at 17:15 UTC`. */
export function moment(at: Date): string {
  return `${dayInUtc(at)} at ${at.toISOString().slice(11, 16)} UTC`;
}
