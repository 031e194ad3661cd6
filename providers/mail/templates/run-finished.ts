import { html } from '../../html';
import { BRAND, button, heading, layout, paragraph, quotation, type MailContent } from './layout';

const IDEA_LENGTH = 120;
const REASON = 'You receive this mail because a run of your account ended. It is part of the product, not advertising.';

const VERDICTS = {
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
 * The mail for a run whose dossier is ready. `idea` may be of any length and is shortened to 120 characters; `publicUrl` is the
 * address of the API, with or without a slash at the end.
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
  const verdict = VERDICTS[recommendation];
  const quoted = shortened(idea);
  const dossier = address(publicUrl, `/v1/runs/${encodeURIComponent(runId)}/dossier`);
  return {
    subject: `Your dossier is ready: ${verdict.label}, ${score} of 100`,
    html: layout({
      preheader: `${verdict.label}, ${score} of 100. ${verdict.meaning}`,
      body: [
        heading('Your dossier is ready'),
        quotation(quoted),
        html`<table role="presentation" cellpadding="0" cellspacing="0" width="100%" style="margin:0 0 20px">
          <tr>
            <td style="padding:16px 18px;background:${verdict.fill};border-radius:8px;color:${verdict.ink}">
              <strong style="font-size:20px">${verdict.label} · ${score} of 100</strong><br />
              <span style="font-size:15px;line-height:1.5;color:#17202e">${verdict.meaning}</span>
            </td>
          </tr>
        </table>`,
        paragraph(
          'It holds the scores of seven dimensions with their evidence, competitors, income ranges, risks and next steps.',
        ),
        button('Open the dossier', dossier),
        paragraph(
          html`The link asks for your API key; add <code>?format=pdf</code> for the PDF. Run <code>${runId}</code>.`,
        ),
      ],
      reason: REASON,
    }),
    text: lines(
      'Your dossier is ready',
      `"${quoted}"`,
      `${verdict.label}, ${score} of 100\n${verdict.meaning}`,
      'It holds the scores of seven dimensions with their evidence, competitors, income ranges, risks and next steps.',
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
    text: lines(
      'Your run ended without a dossier',
      `"${quoted}"`,
      reason,
      credit,
      `Run: ${run}\nThe link asks for your API key. Run ${runId}.`,
    ),
  };
}

/** One line of at most 120 characters (code points), with an ellipsis where something was left out. */
function shortened(idea: string): string {
  const characters = Array.from(idea.replace(/\s+/gu, ' ').trim());
  if (characters.length <= IDEA_LENGTH) return characters.join('');
  return `${characters
    .slice(0, IDEA_LENGTH - 1)
    .join('')
    .trimEnd()}…`;
}

function address(publicUrl: string, path: string): string {
  return `${publicUrl.replace(/\/+$/, '')}${path}`;
}

function lines(...paragraphs: string[]): string {
  return `${[...paragraphs, `-- \n${BRAND}\n${REASON}`].join('\n\n')}\n`;
}
