import { html, type Markup } from '../../base/html';
import { forAndAgainst } from '../../modules/dossiers/html/front';
import { summaryModel } from '../../modules/dossiers/model/summary-model';
import { firstSentence, firstSentences } from '../../modules/dossiers/model/text';
import { EFFORTS } from '../../modules/dossiers/model/wording';
import type { Findings, PublishedParts } from '../../modules/findings/contract/findings';
import type { Portfolio } from '../../modules/findings/contract/portfolio';
import { likelyPay, RECOMMENDATION_LABELS } from '../../modules/findings/verdict-words';
import type { DossierContent } from '../../modules/runs/store/artifacts';
import type { Run } from '../../modules/runs/store/runs';
import { badge } from '../components/data';
import { scoreRing, verdictBand, verdictTone } from '../components/verdict';
import { downloads } from './run-documents';

/** Maximum excerpt lengths, in characters. */
const EXCERPT = { rationale: 420, metric: 150, step: 220 };
const SHOWN_STEPS = 3;

/** Result of a completed run: verdict or ranking, dossier, pros and cons, next steps. */
export function results(run: Run, { findings, portfolio }: DossierContent): Markup {
  if (portfolio) {
    const [best] = portfolio.ranking;
    const researched = findings.candidates?.find(({ candidateId }) => candidateId === best?.candidateId);
    return html`${ranking(run.id, findings, portfolio)} ${downloads(run)}
    ${researched && inShort(researched, 'Your top idea in short')} ${nextSteps(run, findings, best)}`;
  }
  return html`${verdictBand(findings.verdict, likelyPay(findings))} ${downloads(run)} ${inShort(findings)}
  ${nextSteps(run, findings)}`;
}

/** Ideas of a search in portfolio order, each linked to its section in the dossier. */
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

/** Reasons for the verdict, as in the dossier: the strongest points, the weakest scores and the main risk. */
function inShort(research: PublishedParts, title = 'In short'): Markup {
  const { score, rationale } = research.verdict;
  const summary = summaryModel(research, { value: score, shown: String(score) }, false);
  return html`<section class="panel" aria-labelledby="short">
    <h2 id="short">${title}</h2>
    <p dir="auto">${firstSentences(rationale, EXCERPT.rationale)}</p>
    ${forAndAgainst(summary)}
  </section>`;
}

function nextSteps(
  { id, kind, mode }: Run,
  { nextSteps: steps }: Findings,
  best?: Portfolio['ranking'][number],
): Markup {
  return html`<section aria-labelledby="next">
    <h2 id="next">What to do next</h2>
    ${best && html`<p>For your top idea, <span dir="auto">${best.title}</span>:</p>`}
    <ol class="next-steps">
      ${steps.slice(0, SHOWN_STEPS).map(
        ({ action, effort, successMetric }) =>
          html`<li>
            <span dir="auto">${firstSentences(action, EXCERPT.step)}</span>
            <span class="soft">
              Effort: ${EFFORTS[effort].toLowerCase()}. Done when:
              <span dir="auto">${firstSentence(successMetric, EXCERPT.metric)}</span>
            </span>
          </li>`,
      )}
    </ol>
    <p>
      ${mode === 'live' && html`<a href="/account/runs/new?continues=${id}">${kind === 'idea_check' ? 'Check this idea again' : 'Search again'}, and see what changed</a> · `}
      <a href="/account/runs/new?from=${id}"
        >${kind === 'idea_check' ? 'Change the idea and check it again' : 'Change your profile and search again'}</a
      >
    </p>
  </section>`;
}
