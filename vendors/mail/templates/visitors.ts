import { RECOMMENDATION_LABELS, verdictMeaning } from '../../../modules/findings/verdict-words';
import type { ScanFindings } from '../../../modules/scans/contract';
import { CHECK_ADDS, highlightsOf } from '../../../modules/scans/highlights';
import {
  button,
  heading,
  link,
  note,
  paragraph,
  quotation,
  result,
  scores,
  section,
  strong,
  type Block,
} from './blocks';
import { address, compose, shortened, span, type MailContent } from './layout';
import { VERDICT_TONES } from './runs';

const ASKED = 'You get this email because someone requested a free scan with this address.';

/**
 * Email that asks to confirm a free scan. It does not quote the idea, because the owner of the address has not agreed
 * to get it.
 */
export function scanConfirmationMail({ url, lifetimeMs }: { url: string; lifetimeMs: number }): MailContent {
  return compose({
    subject: 'Confirm your free scan',
    preheader: 'One click starts the research. It costs nothing.',
    blocks: [
      heading('Confirm your free scan'),
      paragraph(
        'Once you confirm, an AI agent researches your newsletter idea. Within minutes we email you a verdict, three scores and a finding with its source. It costs nothing.',
      ),
      button('Start my free scan', url),
      paragraph(`The link works for ${span(lifetimeMs)}.`),
      note("Didn't ask for a scan? Ignore this email. We will not research anything, and will delete the request."),
    ],
    reason: ASKED,
  });
}

/** Visitors who signed up for news are thanked in the last email of a scan. For others, `unsubscribeUrl` is null. */
interface News {
  unsubscribeUrl: string | null;
}

/** Email with the result of a free scan. `idea` may have any length. `check` offers an Idea Check of the idea. */
export function scanCompletedMail(
  scan: News & { idea: string; findings: ScanFindings; resultUrl: string; check: { price: string; url: string } },
): MailContent {
  const { verdict } = scan.findings;
  const { scores: shown, finding } = highlightsOf(scan.findings);
  const label = RECOMMENDATION_LABELS[verdict.recommendation];
  const meaning = verdictMeaning(verdict);
  const headline = `${label}, ${verdict.score} of 100`;
  const blocks: Block[] = [
    heading('Your free scan is ready'),
    quotation(shortened(scan.idea)),
    result({ tone: VERDICT_TONES[verdict.recommendation], number: String(verdict.score), headline: label, meaning }),
    scores(shown),
    paragraph(verdict.rationale),
    ...(finding ? found(finding) : []),
    paragraph(link('See the full result and all sources', scan.resultUrl)),
    section('Before you build it'),
    paragraph(
      `This was a quick look: we did not check its quotes. An Idea Check for ${scan.check.price} gives you ${CHECK_ADDS}.`,
    ),
    button(`Check this idea for ${scan.check.price}`, scan.check.url),
  ];
  return lastOfScan({ subject: `Your free scan: ${headline}`, preheader: `${headline}. ${meaning}`, blocks }, scan);
}

/** A finding. Its source is plain text, because emails link only to our pages. The result page links to the source. */
function found({ claim, excerpt, title, host, meaning }: Finding): Block[] {
  return [
    section('What may surprise you'),
    paragraph(claim),
    quotation(shortened(excerpt, EXCERPT)),
    note(`Source: ${[title, host].filter(Boolean).join(', ')}`),
    ...(meaning ? [paragraph(strong('What it means: '), meaning)] : []),
  ];
}

type Finding = NonNullable<ReturnType<typeof highlightsOf>['finding']>;

/** Maximum length of a quote, in characters. */
const EXCERPT = 300;

/** Email for a free scan that ended without a result. `reason` is a sentence for customers. */
export function scanFailedMail(scan: News & { idea: string; reason: string; againUrl: string }): MailContent {
  const again = 'You can request another scan at any time.';
  const subject = 'We could not finish your free scan';
  const blocks = [
    heading(subject),
    quotation(shortened(scan.idea)),
    paragraph(scan.reason),
    paragraph(again),
    button('Request another scan', scan.againUrl),
  ];
  return lastOfScan({ subject, preheader: again, blocks }, scan);
}

/**
 * Adds a thank-you for the news signup, and unsubscribe links in the text and headers. This avoids a separate email.
 */
function lastOfScan(
  mail: { subject: string; preheader: string; blocks: readonly Block[] },
  { unsubscribeUrl }: News,
): MailContent & { headers?: Record<string, string> } {
  if (unsubscribeUrl === null) return compose({ ...mail, reason: ASKED });
  const thanks = note(
    'Thank you for signing up for our news. From time to time we email you newsletter ideas worth starting. ',
    link('Unsubscribe', unsubscribeUrl),
    ' at any time.',
  );
  return {
    ...compose({ ...mail, blocks: [...mail.blocks, thanks], reason: ASKED }),
    // RFC 8058: mail clients unsubscribe with one POST, without showing a page.
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

/** Notifies a watcher that a reserved opportunity is available again or was sold. */
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
