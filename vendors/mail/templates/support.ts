import { alertTexts, type AlertName } from '../../../modules/alerts/contract';
import { code, facts, heading, message, paragraph, note } from './blocks';
import { compose, moment, type MailContent } from './layout';

/** Acknowledgment of a support request. Quotes nothing from it, because the sender may not own the address. */
export function supportReceivedMail({ supportRequestId }: { supportRequestId: string }): MailContent {
  const next = 'A person will read it and reply to this address.';
  return compose({
    subject: 'We received your request',
    preheader: next,
    blocks: [
      heading('We received your request'),
      paragraph(next),
      note('Reference: ', code(supportRequestId), '. Mention it if you write again.'),
    ],
    reason: 'You get this email because someone wrote to our support with this address.',
  });
}

/** Support request forwarded to staff. Its content is untrusted, because a stranger may have written it. */
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
        ['About', request.relatedId ?? 'not given'],
        ['Request', request.supportRequestId],
      ]),
      message(request.message),
    ],
    reason: 'Sent by the support form. Your reply goes to the sender.',
  });
}

/** Alert for operators: what happened, what to do, details, and the runbook page. */
export function alertMail(raised: {
  alert: AlertName;
  facts: Record<string, string>;
  raisedAt: Date;
  clearedAt?: Date | null;
}): MailContent {
  const { title, action, runbook } = alertTexts(raised.alert, raised.facts);
  const rows = Object.entries(raised.facts);
  return compose({
    subject: `ALERT: ${title}`,
    preheader: action,
    blocks: [
      heading(`Alert: ${title}`),
      ...(raised.clearedAt ? [paragraph(`Resolved at ${moment(raised.clearedAt)}.`)] : []),
      paragraph(action),
      ...(rows.length > 0 ? [facts(rows)] : []),
      note(`Raised on ${moment(raised.raisedAt)}. Runbook: ${runbook}`),
    ],
    reason: 'You get this email because you operate the service.',
  });
}
