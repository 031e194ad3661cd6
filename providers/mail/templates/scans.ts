import { html } from '../../html';
import {
  address,
  button,
  heading,
  layout,
  paragraph,
  plainText,
  quotation,
  shortened,
  span,
  type MailContent,
} from './layout';
import { VERDICTS } from './run-finished';

const ASKED = 'You receive this mail because a free scan was asked for with this address.';

/**
 * The mail that asks the recipient of a free scan to confirm, within `lifetimeMs`. It does not quote the idea: nobody has
 * confirmed yet that this reader wants to hear from whoever wrote it.
 */
export function scanConfirmationMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  const limits = `The link works for ${span(lifetimeMs)}.`;
  const ignore = 'If you did not ask for a scan, ignore this mail. Nothing is researched, and the request is deleted.';
  return {
    subject: 'Confirm your free scan',
    html: layout({
      preheader: 'One click, and the research begins.',
      body: [
        heading('Confirm your free scan'),
        paragraph('We research your newsletter idea as soon as you confirm that this address is yours.'),
        button('Confirm', url),
        paragraph(limits),
        paragraph(ignore),
      ],
      reason: ASKED,
    }),
    text: plainText(ASKED, 'Confirm your free scan', `The research begins when you confirm:\n${url}`, limits, ignore),
  };
}

/** The mail with the result of a free scan. `idea` may be of any length. */
export function scanCompletedMail(scan: {
  idea: string;
  recommendation: keyof typeof VERDICTS;
  score: number;
  rationale: string;
  publicUrl: string;
}): MailContent {
  const { label, meaning, ink, fill } = VERDICTS[scan.recommendation];
  const headline = `${label}, ${scan.score} of 100`;
  const quoted = shortened(scan.idea);
  const more = address(scan.publicUrl, '/buy');
  const offer = 'A full Idea Check scores seven dimensions with evidence, competitors, income ranges and next steps.';
  return {
    subject: `Your free scan: ${headline}`,
    html: layout({
      preheader: `${headline}. ${meaning}`,
      body: [
        heading('Your free scan is ready'),
        quotation(quoted),
        html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 20px">
          <tr>
            <td style="padding:16px 18px;background:${fill};border-radius:8px;color:${ink}">
              <strong style="font-size:20px">${headline}</strong><br />
              <span style="font-size:15px;line-height:1.5;color:#17202e">${meaning}</span>
            </td>
          </tr>
        </table>`,
        paragraph(scan.rationale),
        paragraph('This was a short look with few sources: take it as a first opinion.'),
        button('See the full Idea Check', more),
        paragraph(offer),
      ],
      reason: ASKED,
    }),
    text: plainText(
      ASKED,
      'Your free scan is ready',
      `"${quoted}"`,
      `${headline}\n${meaning}`,
      scan.rationale,
      'This was a short look with few sources: take it as a first opinion.',
      `${offer}\n${more}`,
    ),
  };
}

/** The mail for a free scan that ended without a result. `reason` is a sentence for customers. */
export function scanFailedMail({ idea, reason }: { idea: string; reason: string }): MailContent {
  const quoted = shortened(idea);
  const again = 'You can ask for another scan at any time.';
  return {
    subject: 'Your free scan could not be finished',
    html: layout({
      preheader: again,
      body: [heading('Your free scan could not be finished'), quotation(quoted), paragraph(reason), paragraph(again)],
      reason: ASKED,
    }),
    text: plainText(ASKED, 'Your free scan could not be finished', `"${quoted}"`, reason, again),
  };
}
