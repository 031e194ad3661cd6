import { button, heading, paragraph, quotation } from './blocks';
import { address, compose, type MailContent } from './layout';
import { shortened } from './words';

/** Mail to somebody who asked to be told what becomes of a reserved opportunity: it is free again, or sold. */
export function watchEndedMail(watched: {
  title: string;
  endedAs: 'available' | 'sold';
  opportunityId: string;
  publicUrl: string;
}): MailContent {
  const { title, endedAs, opportunityId, publicUrl } = watched;
  const isFree = endedAs === 'available';
  const subject = isFree ? 'The opportunity is on offer again' : 'The opportunity was sold';
  const told = isFree
    ? 'Whoever had reserved it did not buy it. Whoever buys it first gets it, and nobody else.'
    : 'It was sold to its one buyer, and is off the market for good.';
  return compose({
    subject,
    preheader: told,
    blocks: [
      heading(subject),
      quotation(shortened(title)),
      paragraph(told),
      isFree
        ? button('See the opportunity', address(publicUrl, `/opportunities/${opportunityId}`))
        : button('See what else is on offer', address(publicUrl, '/opportunities')),
    ],
    reason: 'You receive this e-mail once, because you asked to be told what becomes of this opportunity.',
  });
}
