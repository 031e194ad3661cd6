import { button, heading, paragraph, quotation, strong } from './blocks';
import { compose, type MailContent } from './layout';
import { RUN_REASON, runNote, runPage } from './run-page';
import { shortened } from './words';

/**
 * Mail for a run that ended without a dossier. `reason` is a sentence for customers; `creditReturned` is true if a new
 * credit replaced the used one.
 */
export function runEndedMail({
  runId,
  idea,
  reason,
  creditReturned,
  publicUrl,
}: {
  runId: string;
  idea: string;
  reason: string;
  creditReturned: boolean;
  publicUrl: string;
}): MailContent {
  const title = 'Your run ended without a dossier';
  const credit = creditReturned
    ? 'Your credit is back in your account. You can use it for a new run at once.'
    : 'The credit of this run was used and is not returned.';
  return compose({
    subject: creditReturned ? `${title}; your credit is back` : title,
    preheader: credit,
    blocks: [
      heading(title),
      quotation(shortened(idea)),
      paragraph(reason),
      paragraph(strong(credit)),
      button('See what happened', runPage(publicUrl, runId)),
      runNote('Sign in with this e-mail address.', runId),
    ],
    reason: RUN_REASON,
  });
}
