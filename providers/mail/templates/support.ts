import { html } from '../../html';
import { heading, layout, paragraph, plainText, type MailContent } from './layout';

/**
 * The acknowledgement of a support request. It quotes nothing of the request: whoever sent that may not own the address.
 */
export function supportReceivedMail({ supportRequestId }: { supportRequestId: string }): MailContent {
  const reason = 'You receive this mail because a support request was sent with this address.';
  const next = 'A person reads it and answers to this address.';
  return {
    subject: `We received your request (${supportRequestId})`,
    html: layout({
      preheader: next,
      body: [
        heading('We received your request'),
        paragraph(next),
        paragraph(html`Its id is <code>${supportRequestId}</code>.`),
      ],
      reason,
    }),
    text: plainText(reason, 'We received your request', next, `Its id is ${supportRequestId}.`),
  };
}

const MESSAGE =
  'margin:0 0 20px;font:inherit;font-size:16px;line-height:1.5;color:#17202e;white-space:pre-wrap;overflow-wrap:anywhere';

/** A support request as the staff gets it. The texts are the sender's and of any content. */
export function supportForwardedMail(request: {
  supportRequestId: string;
  email: string;
  subject: string;
  message: string;
  category: string | null;
  relatedId: string | null;
}): MailContent {
  const reason = 'Sent by the support form. Answers go to the sender.';
  const facts = [
    `From: ${request.email}`,
    `Category: ${request.category ?? 'none'}`,
    `About: ${request.relatedId ?? 'nothing named'}`,
    `Request: ${request.supportRequestId}`,
  ];
  return {
    subject: `[${request.category ?? 'support'}] ${request.subject}`,
    html: layout({
      preheader: request.subject,
      body: [
        heading(request.subject),
        paragraph(facts.map((fact) => html`${fact}<br />`)),
        html`<pre dir="auto" style="${MESSAGE}">${request.message}</pre>`,
      ],
      reason,
    }),
    text: plainText(reason, request.subject, facts.join('\n'), request.message),
  };
}
