import { html, type Fragment, type Markup } from '../../base/html';
import { firstSentence, firstSentences } from '../../modules/dossiers/model/text';
import { EFFORTS } from '../../modules/dossiers/model/wording';
import { DIMENSIONS, type Findings } from '../../modules/findings/contract/findings';
import type { Portfolio } from '../../modules/findings/contract/portfolio';
import { dimensionLabel, likelyPay, RECOMMENDATION_LABELS } from '../../modules/findings/verdict-words';
import type { DossierContent } from '../../modules/runs/store/artifacts';
import type { Run } from '../../modules/runs/store/runs';
import { badge } from '../components/data';
import { scoreRing, verdictBand, verdictTone } from '../components/verdict';
import { downloads } from './run-documents';

/** Longest excerpt of a text of the dossier, in characters. */
const EXCERPT = { rationale: 420, score: 150, step: 220 };
const SHOWN_STEPS = 3;
/** Score that speaks neither for an idea nor against it. */
const NEUTRAL = 50;

/** Result of a completed run: the verdict or the ranking, its dossier, the case for and against, the next steps. */
export function results(run: Run, { findings, portfolio }: DossierContent): Markup {
  if (portfolio)
    return html`${ranking(run.id, findings, portfolio)} ${downloads(run)}
    ${nextSteps(run, findings, portfolio.ranking[0])}`;
  return html`${verdictBand(findings.verdict, likelyPay(findings))} ${downloads(run)} ${inShort(findings)}
  ${nextSteps(run, findings)}`;
}

/** Ideas of a search as its portfolio ranks them; each leads to its place in the dossier. */
function ranking(runId: string, { candidates = [] }: Findings, { ranking: ranked }: Portfolio): Markup {
  return html`<h2>Your ideas, ranked</h2>
    <ol class="candidates">
      ${ranked.map(({ rank, title, score, recommendation, candidateId }) => {
        const candidate = candidates.find((each) => each.candidateId === candidateId);
        const pay = candidate ? likelyPay(candidate) : null;
        const tone = recommendation ? verdictTone(recommendation, pay) : 'accent';
        return html`<li value="${rank}">
          <span class="ranked">
            ${scoreRing(Math.round(score), tone)}
            <span>
              <a href="/account/runs/${runId}/dossier#candidate-${rank}" dir="auto">${title}</a>
              ${recommendation && badge(RECOMMENDATION_LABELS[recommendation], tone)}
              ${pay && html`<span class="soft">${pay.text}</span>`}
            </span>
          </span>
        </li>`;
      })}
    </ol>`;
}

/** Why the verdict is what it is, with the two highest and the two lowest scores. */
function inShort({ verdict, dimensions }: Findings): Markup {
  const scores = DIMENSIONS.map((name) => ({ label: dimensionLabel(name), ...dimensions[name] })).sort(
    (a, b) => b.score - a.score,
  );
  return html`<section class="panel" aria-labelledby="short">
    <h2 id="short">In short</h2>
    <p dir="auto">${firstSentences(verdict.rationale, EXCERPT.rationale)}</p>
    <div class="sides">
      ${side('Strongest scores', scores.filter(({ score }) => score >= NEUTRAL).slice(0, 2))}
      ${side('Weakest scores', scores.slice(-2).reverse())}
    </div>
  </section>`;
}

function side(title: string, points: readonly { label: string; score: number; rationale: string }[]): Fragment {
  return (
    points.length > 0 &&
    html`<div>
      <h3>${title}</h3>
      <ul>
        ${points.map(
          ({ label, score, rationale }) =>
            html`<li>
              <strong>${label} ${score}.</strong> <span dir="auto">${firstSentence(rationale, EXCERPT.score)}</span>
            </li>`,
        )}
      </ul>
    </div>`
  );
}

function nextSteps(
  { id, kind, mode }: Run,
  { nextSteps: steps }: Findings,
  best?: Portfolio['ranking'][number],
): Markup {
  return html`<section aria-labelledby="next">
    <h2 id="next">What to do next</h2>
    ${best && html`<p>With your first idea, <span dir="auto">${best.title}</span>:</p>`}
    <ol class="next-steps">
      ${steps.slice(0, SHOWN_STEPS).map(
        ({ action, effort, successMetric }) =>
          html`<li>
            <span dir="auto">${firstSentences(action, EXCERPT.step)}</span>
            <span class="soft">
              Takes ${EFFORTS[effort].toLowerCase()}. Done when:
              <span dir="auto">${firstSentence(successMetric, EXCERPT.score)}</span>
            </span>
          </li>`,
      )}
    </ol>
    <p>
      ${mode === 'live' && html`<a href="/account/runs/new?continues=${id}">${kind === 'idea_check' ? 'Check this idea again' : 'Search again'}, and see what changed</a> · `}
      <a href="/account/runs/new?from=${id}"
        >${kind === 'idea_check' ? 'Change the idea and check it again' : 'Search again with other words'}</a
      >
    </p>
  </section>`;
}
