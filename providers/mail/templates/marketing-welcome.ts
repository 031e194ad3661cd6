import { html } from '../../html';
import { address, button, heading, layout, link, paragraph, plainText, type MailContent } from './layout';

/** The first mail to somebody who agreed to news, with the way out in its text and, by its headers, in the mail program. */
export function marketingWelcomeMail({
  unsubscribeUrl,
  publicUrl,
}: {
  unsubscribeUrl: string;
  publicUrl: string;
}): MailContent & { headers: Record<string, string> } {
  const reason = 'You receive this mail because you agreed to news about newsletter opportunities.';
  const what = 'From time to time we write to you about newsletter ideas that our research found worth starting.';
  const catalogue = address(publicUrl, '/opportunities');
  return {
    subject: 'You will hear from us about newsletter opportunities',
    html: layout({
      preheader: what,
      body: [
        heading('Thank you'),
        paragraph(what),
        button('Look at what is there now', catalogue),
        paragraph(html`You can ${link('unsubscribe', unsubscribeUrl)} at any time.`),
      ],
      reason,
    }),
    text: plainText(reason, 'Thank you', what, `What is there now:\n${catalogue}`, `Unsubscribe:\n${unsubscribeUrl}`),
    // RFC 8058: mail programs unsubscribe with one POST, without showing a page.
    headers: { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
  };
}
