import { html, type Fragment, type Markup } from '../../html';

/** The name in the head and at the end of every mail. */
export const BRAND = 'Newsletter Opportunity Intelligence';

/** What a template gives: the parts of a mail that do not depend on whom it goes to. Byte-stable for the same input. */
export type MailContent = { subject: string; html: string; text: string };

const FONT = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const PARAGRAPH = 'margin:0 0 16px;font-size:16px;line-height:1.55;color:#17202e';
const NOTE = 'margin:0;font-size:13px;line-height:1.5;color:#586374';

/**
 * The frame of a mail: one column of tables and inline styles, the only layout that all mail programs show alike.
 * `preheader` is the line that an inbox shows beside the subject.
 */
export function layout({ preheader, body, reason }: { preheader: string; body: Fragment; reason: string }): string {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light" />
        <title>${BRAND}</title>
      </head>
      <body style="margin:0;padding:0;background:#f3f5f8">
        <div style="display:none;max-height:0;overflow:hidden">${preheader}</div>
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f3f5f8">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border:1px solid #dde1e7;border-radius:10px;font-family:${FONT}"
              >
                <tr>
                  <td style="padding:20px 32px;border-bottom:1px solid #dde1e7">
                    <span style="font-size:14px;font-weight:600;color:#2f4b8f">${BRAND}</span>
                  </td>
                </tr>
                <tr>
                  <td style="padding:28px 32px 16px">${body}</td>
                </tr>
                <tr>
                  <td style="padding:16px 32px 24px;border-top:1px solid #dde1e7"><p style="${NOTE}">${reason}</p></td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>`.toString();
}

/** The heading of a mail. */
export function heading(text: string): Markup {
  return html`<h1 style="margin:0 0 16px;font-size:22px;line-height:1.3;font-weight:600;color:#17202e">${text}</h1>`;
}

/** A paragraph of running text. */
export function paragraph(text: Fragment): Markup {
  return html`<p style="${PARAGRAPH}">${text}</p>`;
}

/** Text of a customer, set apart from ours. */
export function quotation(text: string): Markup {
  return html`<blockquote
    dir="auto"
    style="margin:0 0 20px;padding:2px 0 2px 14px;border-left:3px solid #dde1e7;font-size:16px;line-height:1.5;color:#586374;overflow-wrap:anywhere"
  >
    ${text}
  </blockquote>`;
}

/** The one thing to do, as a link that looks like a button; `url` is ours. */
export function button(label: string, url: string): Markup {
  return html`<p style="margin:0 0 20px">
    <a
      href="${url}"
      style="display:inline-block;padding:12px 22px;background:#2f4b8f;border-radius:8px;font-size:16px;font-weight:600;color:#ffffff;text-decoration:none"
      >${label}</a
    >
  </p>`;
}

/** A secondary link in running text; `url` is ours. */
export function link(label: string, url: string): Markup {
  return html`<a href="${url}" style="color:#2f4b8f">${label}</a>`;
}

/** The text form of a mail: its paragraphs, then who sent it and why. */
export function plainText(reason: string, ...paragraphs: string[]): string {
  return `${[...paragraphs, `-- \n${BRAND}\n${reason}`].join('\n\n')}\n`;
}

/** An address of ours; `publicUrl` with or without a slash at its end. */
export function address(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/\/+$/, '')}${path}`;
}

const QUOTED_LENGTH = 120;

/** One line of at most 120 characters (code points), with an ellipsis where something was left out. */
export function shortened(text: string): string {
  const characters = Array.from(text.replace(/\s+/gu, ' ').trim());
  if (characters.length <= QUOTED_LENGTH) return characters.join('');
  return `${characters
    .slice(0, QUOTED_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

/** A time span in words, in its largest whole unit, such as `15 minutes` or `3 days`. */
export function span(ms: number): string {
  const units = [
    ['day', 86_400_000],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1_000],
  ] as const;
  const [unit, length] = units.find(([, each]) => ms >= each && ms % each === 0) ?? units[3];
  const count = Math.max(1, Math.round(ms / length));
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
