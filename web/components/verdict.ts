import { html, type Markup } from '../../base/html';
import { svg, HTML_THEME } from '../../modules/dossiers/charts/chart';
import { scoreRing as drawn } from '../../modules/dossiers/charts/scores';
import type { Findings } from '../../modules/findings/contract/findings';
import { RECOMMENDATION_LABELS, verdictMeaning, type likelyPay } from '../../modules/findings/verdict-words';
import { badge } from './data';

type Pay = ReturnType<typeof likelyPay>;

/** Verdict with score and likely pay, in the colors of the dossier. */
export function verdictBand(
  verdict: Pick<Findings['verdict'], 'recommendation' | 'score' | 'confidence'>,
  pay: Pay = null,
): Markup {
  const tone = verdictTone(verdict.recommendation, pay);
  return html`<div class="verdict ${tone}">
    ${scoreRing(verdict.score, tone)}
    <div>
      <p>${badge(RECOMMENDATION_LABELS[verdict.recommendation], tone)}</p>
      <p>${verdictMeaning(verdict)}</p>
      ${pay && html`<p><strong>${pay.text}.</strong></p>`}
    </div>
  </div>`;
}

/** Named scores from 0 to 100 as bars. */
export function scoreBars(scores: readonly { label: string; score: number }[]): Markup {
  return html`<dl class="bars">
    ${scores.map(
      ({ label, score }) =>
        html`<dt>${label}</dt>
          <dd aria-hidden="true">
            <svg viewBox="0 0 100 10" preserveAspectRatio="none"><rect width="${score}" height="10" /></svg>
          </dd>
          <dd class="value">${score}</dd>`,
    )}
  </dl>`;
}

/** The pages' style sheet names the middle tone `--warn`. */
const THEME = { ...HTML_THEME, mid: 'var(--warn)' };

/** Tone of each verdict, as in the dossier. */
export const VERDICT_TONES = { pursue: 'good', refine: 'warn', avoid: 'bad' } as const;

/** Tone of a verdict. A "Pursue" with low pay must not look unconditional. */
export function verdictTone(recommendation: keyof typeof VERDICT_TONES, pay: Pay) {
  return recommendation === 'pursue' && pay?.isLow ? 'warn' : VERDICT_TONES[recommendation];
}

/** Score from 0 to 100 as a ring. Drawn as in dossiers, but in the colors of the page. */
export function scoreRing(score: number, tone: 'good' | 'warn' | 'bad' | 'accent' = 'accent'): Markup {
  const ring = drawn({ score, shown: String(score), tone: tone === 'warn' ? 'mid' : tone, bare: true });
  return svg(ring, THEME, 'score');
}
