import { html, type Markup } from '../../platform/html';
import { formatMoney } from '../../platform/wording';
import type { Teaser } from '../../store/opportunities/row';
import { badges } from '../components/badge';
import type { Card } from '../components/card';
import { scoreRing } from '../components/score-ring';
import { cardProfile } from './card-profile';
import { languageName } from './language-name';

/** Card of an opportunity in a list. */
export function opportunityCard(row: Teaser): Card {
  const { niche, score, status, title, summary, audience, geography, language, priceAmount, priceCurrency } = row;
  return {
    title,
    href: `/opportunities/${row.id}`,
    top: html`<div class="card-top">
      ${badges('Topic', [
        { text: topicOf(niche), tone: 'plain' },
        ...(status === 'reserved' ? [{ text: 'Reserved', tone: 'warn' as const }] : []),
      ])}
      ${scoreRing(score)}
    </div>`,
    body: html`<p>${summary}</p>
      <p class="soft">Readers: ${audience}</p>
      ${cardProfile(row.dimensionScores)} ${figures(row)}`,
    foot: html`<span class="soft">${geography} · ${languageName(language)}</span
      ><span class="price">${formatMoney({ amount: priceAmount, currency: priceCurrency })}</span>`,
  };
}

/** Size of the audience and break-even of the likely case, where the research has them. */
function figures({ audiencePeople, breakEvenMonth }: Teaser): Markup | null {
  const shown = [
    ...(audiencePeople === null ? [] : [['Audience', `${audiencePeople.toLocaleString('en-US')} people`] as const]),
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

/** Topic of a niche: the part before its colon. */
export function topicOf(niche: string): string {
  return niche.split(':', 1)[0]!;
}
