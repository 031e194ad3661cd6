import { svg, HTML_THEME } from '../../documents/charts/chart';
import { scoreRing as drawn } from '../../documents/charts/scores';
import type { Markup } from '../../platform/html';

/** Colours of the pages, which name the middle tone otherwise. */
const THEME = { ...HTML_THEME, mid: 'var(--warn)' };

/** Tone of a verdict: the same as in its dossier. */
export const VERDICT_TONES = { pursue: 'good', refine: 'warn', avoid: 'bad' } as const;

/** Score of 0 to 100 as a ring: that of the dossiers, in the colours of the pages. */
export function scoreRing(score: number, tone: 'good' | 'warn' | 'bad' | 'accent' = 'accent'): Markup {
  const ring = drawn({ score, shown: String(score), tone: tone === 'warn' ? 'mid' : tone, bare: true });
  return svg(ring, THEME, 'score');
}
