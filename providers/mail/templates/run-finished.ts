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
  type MailContent,
} from './layout';

const REASON = 'You receive this mail because a run of your account ended. It is part of the product, not advertising.';

/** What a recommendation is called, means and looks like in mails. */
export const VERDICTS = {
  pursue: { label: 'Pursue', meaning: 'The evidence supports starting now.', ink: '#1a7046', fill: '#e7f4ec' },
  refine: {
    label: 'Refine',
    meaning: 'Worth another look once its weak points are reworked.',
    ink: '#8a5a00',
    fill: '#fdf3dd',
  },
  avoid: {
    label: 'Avoid',
    meaning: 'The evidence speaks against investing in it as it stands.',
    ink: '#a92a1e',
    fill: '#fdecea',
  },
} as const;

/**
 * The mail for an Idea Check whose dossier is ready. `idea` may be of any length and is shortened to 120 characters; `publicUrl`
 * is the address of the API, with or without a slash at the end.
 */
export function runCompletedMail({
  runId,
  idea,
  recommendation,
  score,
  publicUrl,
}: {
  runId: string;
  idea: string;
  recommendation: keyof typeof VERDICTS;
  score: number;
  publicUrl: string;
}): MailContent {
  const { label, meaning, ink, fill } = VERDICTS[recommendation];
  return readyMail({
    title: 'Your dossier is ready',
    asked: idea,
    result: { headline: `${label}, ${score} of 100`, meaning, ink, fill },
    contents:
      'It holds the scores of seven dimensions with their evidence, competitors, income ranges, risks and next steps.',
    runId,
    publicUrl,
  });
}

/**
 * The mail for a Custom Search whose ranked portfolio is ready: `best` stands first of `ranked` ideas, `excluded` fell out.
 * Lengths and address as for {@link runCompletedMail}.
 */
export function searchCompletedMail({
  runId,
  operatorProfile,
  best,
  ranked,
  excluded,
  publicUrl,
}: {
  runId: string;
  operatorProfile: string;
  best: { title: string; score: number };
  ranked: number;
  excluded: number;
  publicUrl: string;
}): MailContent {
  const fellOut =
    excluded > 0 ? ` ${excluded} could not be researched and ${excluded === 1 ? 'is' : 'are'} left out.` : '';
  return readyMail({
    title: 'Your ranked ideas are ready',
    asked: operatorProfile,
    result: {
      headline: `First of ${ranked}: ${shortened(best.title)}, ${best.score} of 100`,
      meaning: `${ranked} ${ranked === 1 ? 'idea was' : 'ideas were'} researched and ranked for you.${fellOut}`,
      ink: '#2b4a8f',
      fill: '#eaf0fb',
    },
    contents: 'The dossier compares the ideas, shows how they were ranked, and holds the evidence for each.',
    runId,
    publicUrl,
  });
}

function readyMail({
  title,
  asked,
  result,
  contents,
  runId,
  publicUrl,
}: {
  title: string;
  asked: string;
  result: { headline: string; meaning: string; ink: string; fill: string };
  contents: string;
  runId: string;
  publicUrl: string;
}): MailContent {
  const quoted = shortened(asked);
  const dossier = address(publicUrl, `/v1/runs/${encodeURIComponent(runId)}/dossier`);
  return {
    subject: `${title}: ${result.headline}`,
    html: layout({
      preheader: `${result.headline}. ${result.meaning}`,
      body: [
        heading(title),
        quotation(quoted),
        html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 20px">
          <tr>
            <td style="padding:16px 18px;background:${result.fill};border-radius:8px;color:${result.ink}">
              <strong style="font-size:20px">${result.headline}</strong><br />
              <span style="font-size:15px;line-height:1.5;color:#17202e">${result.meaning}</span>
            </td>
          </tr>
        </table>`,
        paragraph(contents),
        button('Open the dossier', dossier),
        paragraph(
          html`The link asks for your API key; add <code>?format=pdf</code> for the PDF. Run <code>${runId}</code>.`,
        ),
      ],
      reason: REASON,
    }),
    text: plainText(
      REASON,
      title,
      `"${quoted}"`,
      `${result.headline}\n${result.meaning}`,
      contents,
      `Dossier (HTML): ${dossier}\nDossier (PDF):  ${dossier}?format=pdf`,
      `The links ask for your API key. Run ${runId}.`,
    ),
  };
}

/**
 * The mail for a run that ended without a dossier. `reason` is a sentence for customers; `creditReturned` says whether a new
 * credit took the place of the one that was used.
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
  const quoted = shortened(idea);
  const run = address(publicUrl, `/v1/runs/${encodeURIComponent(runId)}`);
  const credit = creditReturned
    ? 'Your credit is back in your account and can be used for a new run at once.'
    : 'The credit of this run was used and is not returned.';
  return {
    subject: creditReturned
      ? 'Your run ended without a dossier; your credit is back'
      : 'Your run ended without a dossier',
    html: layout({
      preheader: credit,
      body: [
        heading('Your run ended without a dossier'),
        quotation(quoted),
        paragraph(reason),
        paragraph(html`<strong>${credit}</strong>`),
        button('See the run', run),
        paragraph(html`The link asks for your API key. Run <code>${runId}</code>.`),
      ],
      reason: REASON,
    }),
    text: plainText(
      REASON,
      'Your run ended without a dossier',
      `"${quoted}"`,
      reason,
      credit,
      `Run: ${run}\nThe link asks for your API key. Run ${runId}.`,
    ),
  };
}
