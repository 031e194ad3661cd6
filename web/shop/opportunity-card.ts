import { html, type Markup } from '../../base/html';
import { formatMoney } from '../../base/wording';
import { at, labels, svg, HTML_THEME, type Chart } from '../../modules/dossiers/charts/chart';
import { DIMENSIONS } from '../../modules/findings/contract/findings';
import { dimensionLabel } from '../../modules/findings/verdict-words';
import type { Teaser } from '../../modules/opportunities/store/catalog';
import { badges, type Card } from '../components/data';
import { microdata, productData } from '../components/microdata';
import { scoreRing } from '../components/verdict';

/** Card of an opportunity in a list. */
export function opportunityCard(row: Teaser): Card {
  const { niche, score, status, title, summary, audience, geography, language, priceAmount, priceCurrency } = row;
  return {
    title,
    href: `/opportunities/${row.id}`,
    top: html`<div class="card-top">
      ${badges('Topic', [
        { text: topicOf(niche), tone: 'plain' },
        ...(row.isExample ? [{ text: 'Example', tone: 'warn' as const }] : []),
        ...(status === 'reserved' ? [{ text: 'Reserved', tone: 'warn' as const }] : []),
      ])}
      ${scoreRing(score)}
    </div>`,
    body: html`<p>${summary}</p>
      <p class="soft">Readers: ${audience}</p>
      ${cardProfile(row.dimensionScores)} ${figures(row)}`,
    foot: html`<span class="soft">${geography} · ${languageName(language)}</span
      ><span class="price">${formatMoney({ amount: priceAmount, currency: priceCurrency }, 'where needed')}</span>`,
  };
}

/** Audience size and likely break-even, if the research contains them. */
function figures({ audiencePeople, breakEvenMonth }: Teaser): Markup | null {
  const shown = [
    ...(audiencePeople === null
      ? []
      : [['Audience', `About ${Number(audiencePeople.toPrecision(2)).toLocaleString('en-US')}`] as const]),
    ...(breakEvenMonth === null
      ? []
      : [['Breaks even', breakEvenMonth === 0 ? 'Not in year one' : `Month ${breakEvenMonth}`] as const]),
  ];
  if (shown.length === 0) return null;
  return html`<dl class="card-figures">
    ${shown.map(
      ([label, value]) =>
        html`<div>
          <dt>${label}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/** Topic of a niche: the text before its colon. */
export function topicOf(niche: string): string {
  return niche.split(':', 1)[0]!;
}

const ROW = 18;
const WIDTH = 280;
const BAR = { left: 100, width: 148, height: 8 };
const SIZE = 13;

/** The pages' style sheet names the background of bars `--sunken`. */
const THEME = { ...HTML_THEME, track: 'var(--sunken)' };

/** Scores as bars and as text, in the order of {@link DIMENSIONS}; null if none are stored. */
function cardProfile(scores: readonly number[]): Markup | null {
  return scores.length === DIMENSIONS.length ? svg(profileOf(scores), THEME, 'card-profile') : null;
}

function profileOf(scores: readonly number[]): Chart {
  const rows = scores.map((score, i) => ({ score, name: dimensionLabel(DIMENSIONS[i]!), middle: (i + 0.5) * ROW }));
  const texts = rows.map(({ name, score, middle }) => ({ name, score, y: middle + SIZE / 3 }));
  // Draws all bars of one color as a single path, because a page has two dozen charts.
  const bars = (stroke: string, widthOf: (score: number) => number) =>
    html`<path
      d="${rows.map(({ score, middle }) => `M${BAR.left} ${at(middle)}h${at(widthOf(score))}`).join('')}"
      stroke="${stroke}"
      stroke-width="${BAR.height}"
    />`;
  return (theme) => ({
    width: WIDTH,
    height: scores.length * ROW,
    label: `Scores from 0 to 100: ${rows.map(({ name, score }) => `${name} ${score}`).join(', ')}.`,
    body: [
      bars(theme.track, () => BAR.width),
      bars(theme.accent, (score) => (score / 100) * BAR.width),
      labels(
        { fill: theme.soft, size: SIZE },
        texts.map(({ name, y }) => ({ x: 0, y, text: name })),
      ),
      labels(
        { fill: theme.ink, size: SIZE, anchor: 'end', weight: 600 },
        texts.map(({ score, y }) => ({ x: WIDTH, y, text: score })),
      ),
    ],
  });
}

const NAMES = new Intl.DisplayNames('en', { type: 'language' });

/** English name of a BCP 47 language tag, such as `British English`; an invalid tag is returned as is. */
export function languageName(tag: string): string {
  try {
    return NAMES.of(tag) ?? tag;
  } catch {
    return tag;
  }
}

const AVAILABILITY = { available: 'InStock', reserved: 'LimitedAvailability' } as const;

/** Structured data for an opportunity and its offer. */
export function opportunityData(row: Teaser, publicUrl: string): Markup {
  return microdata(
    productData({
      name: row.title,
      description: row.summary,
      url: `${publicUrl}/opportunities/${row.id}`,
      price: { amount: row.priceAmount, currency: row.priceCurrency },
      availability: row.status === 'available' || row.status === 'reserved' ? AVAILABILITY[row.status] : 'SoldOut',
    }),
  );
}

/** Structured data for a page of the catalog, in the order of the page. */
export function catalogData(rows: readonly Teaser[], publicUrl: string): Markup {
  return microdata({
    type: 'ItemList',
    properties: {
      itemListElement: rows.map(({ id, title }, place) => ({
        type: 'ListItem',
        properties: { position: String(place + 1), name: title, url: { url: `${publicUrl}/opportunities/${id}` } },
      })),
    },
  });
}
