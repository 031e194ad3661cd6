import { html, type Markup } from '../html';
import type { DossierModel } from './dossier-model';

const RING_RADIUS = 62;
const ROW = 34;
const BAR = { left: 132, width: 218 };

/** The overall score as a ring; its text equivalent is the `aria-label`. */
export function scoreRing(score: number): Markup {
  const length = 2 * Math.PI * RING_RADIUS;
  return html`<svg viewBox="0 0 148 148" role="img" aria-label="Score ${score} of 100">
    <g fill="none" stroke-width="11">
      <circle cx="74" cy="74" r="${RING_RADIUS}" stroke="var(--tone)" stroke-opacity=".18" />
      <circle
        cx="74"
        cy="74"
        r="${RING_RADIUS}"
        stroke="var(--tone)"
        stroke-dasharray="${((score / 100) * length).toFixed(2)} ${length.toFixed(2)}"
        transform="rotate(-90 74 74)"
      />
    </g>
    <text
      x="74"
      y="83"
      text-anchor="middle"
      font-size="44"
      font-weight="600"
      font-family="var(--serif)"
      fill="var(--ink)"
    >
      ${score}
    </text>
    <text x="74" y="105" text-anchor="middle" font-size="13" fill="var(--soft)">of 100</text>
  </svg>`;
}

/** All dimensions as bars with the confidence beside them; the section below says the same in words. */
export function scoreChart(dimensions: DossierModel['dimensions']): Markup {
  const height = dimensions.length * ROW + 22;
  const description = dimensions.map(
    ({ label, score, confidence }) => `${label} ${score}, ${confidence.label} confidence`,
  );
  return html`<svg viewBox="0 0 460 ${height}" role="img" aria-labelledby="chart-title chart-text" font-size="14.5">
    <title id="chart-title">Scores of the ${dimensions.length} dimensions, 0 to 100</title>
    <desc id="chart-text">${description.join('; ')}.</desc>
    ${[0, 25, 50, 75, 100].map(
      (mark) =>
        html`<line x1="${x(mark)}" x2="${x(mark)}" y1="0" y2="${height - 22}" stroke="var(--line)" />
          <text x="${x(mark)}" y="${height - 6}" text-anchor="middle" font-size="11.5" fill="var(--soft)"
            >${mark}</text
          >`,
    )}
    ${dimensions.map((dimension, i) => scoreBar(dimension, i * ROW))}
  </svg>`;
}

function scoreBar({ label, score, confidence }: DossierModel['dimensions'][number], top: number): Markup {
  const dots = [1, 2, 3].map(
    (rank) =>
      html`<circle
        cx="${402 + rank * 13}"
        cy="${top + 16}"
        r="4"
        stroke="var(--accent)"
        fill="${rank <= confidence.rank ? 'var(--accent)' : 'none'}"
      />`,
  );
  return html`<text x="0" y="${top + 21}" fill="var(--ink)">${label}</text>
    <rect x="${BAR.left}" y="${top + 8}" width="${BAR.width}" height="16" rx="3" fill="var(--track)" />
    <rect x="${BAR.left}" y="${top + 8}" width="${x(score) - BAR.left}" height="16" rx="3" fill="var(--accent)" />
    <text x="388" y="${top + 21}" text-anchor="end" font-weight="650" fill="var(--ink)">${score}</text>
    ${dots}`;
}

const x = (score: number) => BAR.left + (score / 100) * BAR.width;

/** Where one income range lies between nothing and the highest amount; decoration of the amounts beside it. */
export function rangeBar({ from, to }: { from: number; to: number }): Markup {
  return html`<svg viewBox="0 0 1000 14" preserveAspectRatio="none" aria-hidden="true">
    <rect y="2" width="1000" height="10" fill="var(--track)" />
    <rect x="${Math.min(from, 992)}" y="2" width="${Math.max(8, to - from)}" height="10" fill="var(--accent)" />
  </svg>`;
}
