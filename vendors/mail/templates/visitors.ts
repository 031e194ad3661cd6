import { RECOMMENDATION_LABELS, verdictMeaning } from '../../../modules/findings/verdict-words';
import { OFFERS } from '../../../modules/orders/offers';
import { button, heading, note, paragraph, quotation, result, link, type Block } from './blocks';
import { address, compose, shortened, span, type MailContent } from './layout';
import { VERDICT_TONES, type Verdict } from './runs';

const ASKED = 'You receive this e-mail because a free scan was requested with this address.';

/**
 * Mail that asks to confirm a free scan. It does not quote the idea: the owner of the address has not agreed to receive
 * it.
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

/** Mail to somebody who waits for a reserved opportunity: it is free again, or sold. */
export function watchEndedMail(watched: {
  title: string;
  endedAs: 'available' | 'sold';
  opportunityId: string;
  publicUrl: string;
}): MailContent {
  const { title, endedAs, opportunityId, publicUrl } = watched;
  const isFree = endedAs === 'available';
  const subject = isFree ? 'You can buy this opportunity now' : 'This opportunity was sold';
  const told = isFree
    ? 'The buyer who had reserved it did not pay. It is sold once, to the first person who pays.'
    : 'Another buyer has paid for it, and it has left the catalog.';
  return compose({
    subject,
    preheader: told,
    blocks: [
      heading(subject),
      quotation(shortened(title)),
      paragraph(told),
      isFree
        ? button('See the opportunity', address(publicUrl, `/opportunities/${opportunityId}`))
        : button('Browse opportunities', address(publicUrl, '/opportunities')),
    ],
    reason: 'You get this one email because you asked about this opportunity.',
  });
}
