import { html, type Markup } from '../../base/html';
import { DIMENSIONS } from '../../modules/findings/contract/findings';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { EVIDENCE_FLOOR } from '../../modules/findings/rules/completeness';
import { flawsOfPublished } from '../../modules/findings/rules/rules';
import { RUN_KINDS } from '../../modules/run-kinds/rules';
import { readResearchFigures, type ResearchFigures } from '../../modules/runs/store/figures';
import type { Database } from '../../prisma/client';
import { stats } from '../components/data';
import { layout } from '../layout';
import { page, show } from '../page';

const HOW_WE_RESEARCH = '/how-we-research';

const TITLE = 'How we research';
const DESCRIPTION =
  'How we check AI research before you get it: quotes, sources, figures and claims, and when your credit comes back.';

/** Minimum number of completed live runs before we show a figure. */
const ENOUGH = 20;

/** How long each process caches the figures. */
const KEPT_MS = 600_000;

const { percent, sources, hosts } = EVIDENCE_FLOOR;

/** Explains how research is checked, with measured figures. */
export function howWeResearchPage() {
  let kept: { until: number; figures: Promise<ResearchFigures[]> } | null = null;

  function figuresOf(db: Database): Promise<ResearchFigures[]> {
    if (kept && kept.until > performance.now()) return kept.figures;
    const figures = readResearchFigures(db);
    kept = { until: performance.now() + KEPT_MS, figures };
    figures.catch(() => (kept = null));
    return figures;
  }

  return page({
    method: 'GET',
    path: HOW_WE_RESEARCH,

    async handle({ deps }) {
      const figures = await figuresOf(deps.db);
      const { publicUrl, maxRepairs } = deps.settings;
      return show(
        layout({
          title: TITLE,
          about: { publicUrl, path: HOW_WE_RESEARCH, description: DESCRIPTION },
          body: html`<article>
            <h1>${TITLE}</h1>
            <p class="lead">
              AI agents research and write, and they make mistakes. So we open every page they cite, look for each
              quote, and redo their sums.
            </p>
            ${measured(figures)} ${checks(maxRepairs)} ${example()} ${limits()}
            <div class="actions">
              <a class="button" href="/sample-dossier">Open a sample dossier</a>
              <a class="button quiet" href="/buy">See prices</a>
            </div>
          </article>`,
        }),
      );
    },
  });
}

function measured(figures: readonly ResearchFigures[]): Markup | null {
  const list = figures.flatMap(shownFigures);
  if (list.length === 0) return null;
  return html`<section aria-labelledby="measured">
    <h2 id="measured">Measured</h2>
    ${stats(list)}
    <p class="soft">From the latest completed research. We show a figure once it covers ${ENOUGH} runs.</p>
  </section>`;
}

/** Figures for one kind of run, if there were enough runs. */
function shownFigures({ kind, runs, checked, followed, minutes }: ResearchFigures) {
  const { label } = RUN_KINDS[kind];
  const of = (count: number) => `${label}, ${count} runs`;
  return [
    checked.runs >= ENOUGH &&
      checked.cited > 0 && {
        label: 'Quotes found on their pages',
        figure: `${Math.floor((100 * checked.verified) / checked.cited)}%`,
        note: of(checked.runs),
      },
    followed.runs >= ENOUGH && {
      label: 'Corrections per run',
      figure: (followed.corrections / followed.runs).toFixed(1),
      note: of(followed.runs),
    },
    runs >= ENOUGH && minutes !== null && { label: 'Median run time', figure: duration(minutes), note: of(runs) },
  ].filter((figure) => figure !== false);
}

function duration(minutes: number): string {
  const whole = Math.max(1, Math.round(minutes));
  return whole < 120 ? `${whole} min` : `${(minutes / 60).toFixed(1)} h`;
}

function checks(maxRepairs: number): Markup {
  const times = maxRepairs === 1 ? 'once' : `up to ${maxRepairs} times`;
  return html`<section aria-labelledby="checks">
      <h2 id="checks">What we check</h2>
      <ul class="cards">
        <li class="card">
          <h3>Quotes, word for word</h3>
          <p>
            Every source comes with its quote. We open the page and look for it. If the page does not open for us, we
            look in the agent’s record of it. A quote we cannot confirm supports no fact, and the dossier says so.
          </p>
        </li>
        <li class="card">
          <h3>Real sources</h3>
          <p>
            Search results, chatbot answers and pages behind a sign-in do not count. A competitor’s words about itself
            count only as its claim. High confidence needs two independent publishers.
          </p>
        </li>
        <li class="card">
          <h3>Figures</h3>
          <p>
            Each figure is in its quote, or we redo and show the calculation. We compute income, break-even and audience
            size from stated assumptions.
          </p>
        </li>
        <li class="card">
          <h3>A second reader</h3>
          <p>
            A second model sees only a claim and its quote, and judges whether the quote supports the claim. We remove
            unsupported claims. Each dossier says how many were judged.
          </p>
        </li>
        <li class="card">
          <h3>No contradictions</h3>
          <p>
            The verdict must fit its ${DIMENSIONS.length} scores, and income must fit readers and audience. One fatal
            weakness caps the verdict.
          </p>
        </li>
        <li class="card">
          <h3>Corrections</h3>
          <p>
            Mistakes go back to the agent ${times}. If some remain, we correct the scores downward and say so in the
            dossier, or the run fails and your credit comes back.
          </p>
        </li>
      </ul>
    </section>
    <section class="prose" aria-labelledby="unpaid">
      <h2 id="unpaid">When your credit comes back</h2>
      <p>
        We charge for a dossier only if at least ${percent}% of its quotes are confirmed, from at least ${sources} pages
        on ${hosts} sites. A quote is confirmed if we find it on its page, or in the agent’s record of a page that does
        not open for us. We must find at least one ourselves. If the research falls short or fails, your credit comes
        back automatically, and you can read what was found for free. See the <a href="/refunds">refund rules</a>.
      </p>
    </section>`;
}

const FALSE_CLAIM = '72% of the heating systems in buildings from before 1980 were installed before 2005.';

/** Shows how the production rules reject a false claim that we added to the sample. */
function example(): Markup {
  const [first, ...others] = sampleFindings.evidence;
  const flaws = flawsOfPublished({ ...sampleFindings, evidence: [{ ...first!, claim: FALSE_CLAIM }, ...others] });
  return html`<section class="panel prose" aria-labelledby="caught">
    <h2 id="caught">Example: a mistake we catch</h2>
    <p>We put a wrong figure into the sample dossier and ran our checks. The source is invented. The check is real.</p>
    <h3>The agent claims</h3>
    <blockquote>${FALSE_CLAIM}</blockquote>
    <h3>Its source, ev1, says</h3>
    <blockquote>${first!.excerpt}</blockquote>
    <h3>Our check tells the agent</h3>
    <blockquote>The claim ${flaws[0]!.detail}.</blockquote>
    <p>The agent corrects the figure, or we remove it from the dossier and say so.</p>
  </section>`;
}

function limits(): Markup {
  return html`<section class="prose" aria-labelledby="limits">
    <h2 id="limits">What we cannot check</h2>
    <p>
      A quote can be on its page and still be wrong, and nobody can check the future. So every score says whether it is
      fact, estimate or inference, and every dossier lists its limitations.
    </p>
  </section>`;
}
