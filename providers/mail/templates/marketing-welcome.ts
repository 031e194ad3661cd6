import { button, heading, link, paragraph } from './blocks';
import { address, compose } from './layout';

/** First mail after consent to marketing, with unsubscribe links in its text and its headers. */
export function marketingWelcomeMail({ unsubscribeUrl, publicUrl }: { unsubscribeUrl: string; publicUrl: string }) {
  const what = "From time to time we'll e-mail you newsletter ideas that our research found worth starting.";
  const mail = compose({
    subject: 'You will hear from us about newsletter opportunities',
    preheader: what,
    blocks: [
      heading('Thank you'),
      paragraph(what),
      button('Browse opportunities', address(publicUrl, '/opportunities')),
      paragraph('You can ', link('unsubscribe', unsubscribeUrl), ' at any time.'),
    ],
    reason: 'You receive this e-mail because you agreed to news about newsletter opportunities.',
  });
  // RFC 8058: mail clients unsubscribe with one POST, without showing a page.
  const headers = {
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  };
  return { ...mail, headers };
}
