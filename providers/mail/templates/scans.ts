import { OFFERS } from '../../../domain/offers';
import { RECOMMENDATION_LABELS, verdictMeaning } from '../../../domain/verdict-words';
import { button, heading, note, paragraph, quotation, type Block } from './blocks';
import { result } from './charts';
import { address, compose, type MailContent } from './layout';
import { VERDICT_TONES, type Verdict } from './run-finished';
import { shortened, span } from './words';

const ASKED = 'You receive this e-mail because a free scan was requested with this address.';

/**
 * Mail that asks to confirm a free scan within `lifetimeMs`. It does not quote the idea: the owner of the address has
 * not agreed yet to receive the sender's text.
 */
export function scanConfirmationMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  return compose({
    subject: 'Confirm your free scan',
    preheader: 'One click, and the research begins.',
    blocks: [
      heading('Confirm your free scan'),
      paragraph('We research your newsletter idea as soon as you confirm that this address is yours.'),
      button('Confirm', url),
      paragraph(`The link works for ${span(lifetimeMs)}.`),
      note("Didn't ask for a scan? Ignore this e-mail. Nothing is researched, and the request is deleted."),
    ],
    reason: ASKED,
  });
}

/** Mail with the result of a free scan. `idea` can be of any length. */
export function scanCompletedMail(scan: Verdict & { idea: string; rationale: string; publicUrl: string }): MailContent {
  const { name, gives, href } = OFFERS.idea_check;
  const label = RECOMMENDATION_LABELS[scan.recommendation];
  const meaning = verdictMeaning(scan);
  const headline = `${label}, ${scan.score} of 100`;
  const blocks: Block[] = [
    heading('Your free scan is ready'),
    quotation(shortened(scan.idea)),
    result({
      tone: VERDICT_TONES[scan.recommendation],
      number: String(scan.score),
      headline: label,
      meaning,
    }),
    paragraph(scan.rationale),
    paragraph('This was a quick look at a few sources: take it as a first opinion.'),
    paragraph(`The full ${name} gives you ${gives}.`),
    button(`See the full ${name}`, address(scan.publicUrl, href)),
  ];
  return compose({
    subject: `Your free scan: ${headline}`,
    preheader: `${headline}. ${meaning}`,
    blocks,
    reason: ASKED,
  });
}

/** Mail for a free scan that ended without a result. `reason` is a sentence for customers. */
export function scanFailedMail({ idea, reason }: { idea: string; reason: string }): MailContent {
  const again = 'You can request another scan at any time.';
  return compose({
    subject: 'Your free scan could not be finished',
    preheader: again,
    blocks: [
      heading('Your free scan could not be finished'),
      quotation(shortened(idea)),
      paragraph(reason),
      paragraph(again),
    ],
    reason: ASKED,
  });
}
