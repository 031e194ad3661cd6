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
