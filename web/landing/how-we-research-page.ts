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

/** Path of the page. */
const HOW_WE_RESEARCH = '/how-we-research';

const TITLE = 'How we research';
const DESCRIPTION =
  'What the service checks of every dossier before you pay for it: quotations, sites, figures, claims, corrections, and when nothing is charged.';

/** Completed live runs from which on a figure says something; with fewer it is left out. */
const ENOUGH = 20;

/** Time for which a process shows the same figures. */
const KEPT_MS = 600_000;

const { percent, sources, hosts } = EVIDENCE_FLOOR;

/** What is checked of research, with figures that the service measured itself. A process keeps them for ten minutes. */
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
              AI agents research and write. They make mistakes, as people do, so the service does not take their word:
              it reads what they cite and does their sums again.
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
    <p class="soft">
      Measured by the service over the last live runs that completed, and left out below ${ENOUGH} of them.
    </p>
  </section>`;
}

/** Figures of a kind that enough runs stand behind. */
function shownFigures({ kind, runs, checked, followed, minutes }: ResearchFigures) {
  const { label } = RUN_KINDS[kind];
  const of = (count: number) => `${label}, ${count} runs`;
  return [
    checked.runs >= ENOUGH &&
      checked.cited > 0 && {
        label: 'Quotations found on their pages',
        figure: `${Math.floor((100 * checked.verified) / checked.cited)}%`,
        note: of(checked.runs),
      },
    followed.runs >= ENOUGH && {
      label: 'Corrections for one run',
      figure: (followed.corrections / followed.runs).toFixed(1),
      note: of(followed.runs),
    },
    runs >= ENOUGH &&
      minutes !== null && { label: 'Half of all runs took at most', figure: duration(minutes), note: of(runs) },
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
          <h3>Quotations, word for word</h3>
          <p>
            Every source comes with the words that the dossier relies on. We open its page ourselves and look for them.
            What is not there goes back to the agent; what stays unfound carries no score as a fact, and the dossier
            says so beside the source.
          </p>
        </li>
        <li class="card">
          <h3>Sites</h3>
          <p>
            Search results, answers of chat services and pages behind a sign-in are no sources. The agent must have
            opened each page that it cites. What a competitor says about itself counts as its claim, and high confidence
            takes two independent publishers.
          </p>
        </li>
        <li class="card">
          <h3>Figures</h3>
          <p>
            Each figure of a claim stands in its quotation, or is a calculation that we did again and the dossier shows.
            Income, break-even and the size of the audience are computed by the service from stated assumptions, never
            written by the agent.
          </p>
        </li>
        <li class="card">
          <h3>A second reader</h3>
          <p>
            Another model, without tools and without knowing the idea, reads claim and quotation and judges whether the
            one follows from the other. What does not is taken back. Each dossier says how many claims were judged, and
            where none were.
          </p>
        </li>
        <li class="card">
          <h3>Agreement with itself</h3>
          <p>
            The verdict has to fit its ${DIMENSIONS.length} scores, the income its readers, the readers the audience. A
            verdict is no more confident than its weaker leg, and one fatal weakness caps it.
          </p>
        </li>
        <li class="card">
          <h3>Corrections</h3>
          <p>
            What fails goes back to the agent, ${times}. What is left is corrected downwards by the service, which the
            first limitation of the dossier says, or the run fails and your credit returns.
          </p>
        </li>
      </ul>
    </section>
    <section class="prose" aria-labelledby="unpaid">
      <h2 id="unpaid">When nothing is charged</h2>
      <p>
        Paid research needs verified quotations from at least ${sources} pages on ${hosts} sites, and ${percent}% of all
        that it cites. With less, the agent is asked once more; then your credit returns by itself, and you read what
        was found for free. The same holds for a run that fails: the credit is back in that moment, without asking. More
        in
        <a href="/refunds">the refund rules</a>.
      </p>
    </section>`;
}

const FALSE_CLAIM = '72% of the heating systems in buildings from before 1980 were installed before 2005.';

/** An error put into the shipped sample: constructed, but the rules themselves say what is shown of it. */
function example(): Markup {
  const [first, ...others] = sampleFindings.evidence;
  const flaws = flawsOfPublished({ ...sampleFindings, evidence: [{ ...first!, claim: FALSE_CLAIM }, ...others] });
  return html`<section class="panel prose" aria-labelledby="caught">
    <h2 id="caught">An error that is caught</h2>
    <p>
      A constructed example: we put a wrong figure into the sample dossier and asked our own checks. The source is
      invented, the answer is what the service says.
    </p>
    <h3>The agent claims</h3>
    <blockquote>${FALSE_CLAIM}</blockquote>
    <h3>Its page says</h3>
    <blockquote>${first!.excerpt}</blockquote>
    <h3>What goes back to the agent</h3>
    <blockquote>${flaws[0]!.detail}</blockquote>
    <p>
      The dossier is not published with it: either the agent corrects the figure, or the service takes the figure out
      and says so.
    </p>
  </section>`;
}

function limits(): Markup {
  return html`<section class="prose" aria-labelledby="limits">
    <h2 id="limits">What this cannot do</h2>
    <p>
      A quotation that stands on its page can still be wrong there, and nobody can check the future. That is why every
      score says whether it is fact, estimate or inference, and every dossier lists its limitations.
    </p>
  </section>`;
}
