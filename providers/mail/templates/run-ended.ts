import { button, facts, heading, paragraph, quotation, section, strong, type Block } from './blocks';
import { compose, type MailContent } from './layout';
import { RUN_REASON, runNote, runPage } from './run-page';
import { counted, shortened } from './words';

/** Titles of sources that the mail names. */
const NAMED = 5;

/** What was found where it was too little for a dossier. */
export interface Found {
  /** Sources cited. */
  cited: number;
  /** Titles of those whose quotations were found on their pages. */
  verified: readonly string[];
  /** True where the sources are invented. */
  sample?: boolean;
}

/**
 * Mail for a run that ended without a dossier. `reason` is a sentence for customers; `creditReturned` is true if a new
 * credit replaced the used one; `found` is null where nothing is shown. Texts can be of any length and are truncated.
 */
export function runEndedMail(ended: {
  runId: string;
  idea: string;
  reason: string;
  creditReturned: boolean;
  found?: Found | null;
  publicUrl: string;
}): MailContent {
  const { runId, idea, reason, creditReturned, found = null, publicUrl } = ended;
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
      ...(found ? whatWasFound(found) : []),
      button(found ? 'See what was found' : 'See what happened', runPage(publicUrl, runId)),
      runNote('Sign in with this e-mail address.', runId),
    ],
    reason: RUN_REASON,
  });
}

function whatWasFound({ cited, verified, sample }: Found): Block[] {
  const titles = verified.slice(0, NAMED).map((title) => shortened(title));
  const more = verified.length - titles.length;
  const sources = sample
    ? `${counted(cited, 'example source')}, not checked`
    : `${cited}, ${counted(verified.length, 'quotation')} verified`;
  return [
    section('What was found, free of charge'),
    facts([
      ['Sources cited', sources],
      ...(titles.length > 0 ? [['Verified', [...titles, ...(more > 0 ? [`and ${more} more`] : [])]] as const] : []),
    ]),
  ];
}
