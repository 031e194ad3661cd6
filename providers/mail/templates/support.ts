import { code, facts, heading, message, paragraph } from './blocks';
import { compose, type MailContent } from './layout';

/**
 * Acknowledgement of a support request. It quotes nothing of the request: the sender may not own the address.
 */
export function supportReceivedMail({ supportRequestId }: { supportRequestId: string }): MailContent {
  const next = "A person reads it. We'll reply to this address.";
  return compose({
    subject: `We received your request (${supportRequestId})`,
    preheader: next,
    blocks: [
      heading('We received your request'),
      paragraph(next),
      paragraph('Its id is ', code(supportRequestId), '.'),
    ],
    reason: 'You receive this e-mail because a support request was sent with this address.',
  });
}

/** Support request forwarded to the staff. Its texts are the sender's and untrusted. */
export function supportForwardedMail(request: {
  supportRequestId: string;
  email: string;
  subject: string;
  message: string;
  category: string | null;
  relatedId: string | null;
}): MailContent {
  return compose({
    subject: `[${request.category ?? 'support'}] ${request.subject}`,
    preheader: request.subject,
    blocks: [
      heading(request.subject),
      facts([
        ['From', request.email],
        ['Category', request.category ?? 'none'],
        ['About', request.relatedId ?? 'nothing named'],
        ['Request', request.supportRequestId],
      ]),
      message(request.message),
    ],
    reason: 'Sent by the support form. Replies go to the sender.',
  });
}
