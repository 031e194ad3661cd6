import type { Findings } from '../../contracts/findings';
import type { Portfolio } from '../../contracts/portfolio';
import type { RunStatus } from '../../contracts/runs';
import { EVIDENCE_FLOOR } from '../../domain/findings-rules/floor';
import { flawsOfPublished } from '../../domain/findings-rules/review';
import { call, createSearch } from '../support/api';
import { eventually } from '../support/eventually';
import { useStack } from '../support/use';

const stack = useStack({ stepMs: 0 });

/** Rules that agents break once, each in another candidate, and then heed. */
const CORRECTED = ['source-is-page', 'exchange-holds', 'rival-prices'];

test.each([
  [25, 'محرر صحفي في القاهرة يعرف سوق العقارات منذ عشر سنوات', ['أسعار الشقق', 'قانون الإيجار']],
  [8, 'Beekeeper 🐝 who writes well & quickly; <5 hours a week — "no ads", ever', ['bees <and> hives', '弁当']],
])(
  'completes a search of %i candidates with all that passed',
  async (candidateCount, operatorProfile, expertise) => {
    const { agents, api, customer } = stack;
    await agents.variety({ seed: 5, sources: [EVIDENCE_FLOOR.sources, 25], habits: 'varied' });
    const mark = `(search of ${candidateCount})`;
    const task = (candidate: number) => `${mark} (idea ${candidate} of ${candidateCount})`;
    await agents.fault(`task:${task(1)}`, 'refusal');
    await agents.fault(`task:${task(2)}`, 'idle');
    await agents.breakRule(task(3), 'enough-evidence', 9);
    for (const [i, rule] of CORRECTED.entries()) await agents.breakRule(task(4 + i), rule, 1);
    const lost = 3;

    const body = { operatorProfile: `${operatorProfile} ${mark}`, expertise, candidateCount };
    const { runId } = (await createSearch(api, customer, mark, body)).body;
    const get = async <T extends object>(path: string) =>
      (await call<T>(api, 'GET', path, { key: customer.apiKey })).body;
    const run = await eventually(
      'it has ended',
      async () => {
        const status = await get<RunStatus>(`/v1/runs/${runId}`);
        return status.completedAt !== null && status;
      },
      600_000,
    );
    expect(run).toMatchObject({ status: 'completed', progress: { done: candidateCount } });
    const findings = await get<Findings>(run.links.findings);
    const passed = findings.candidates ?? [];
    expect(flawsOfPublished(findings)).toEqual([]);
    expect(passed).toHaveLength(candidateCount - lost);
    expect((await get<Portfolio>(run.links.portfolio!)).excluded).toHaveLength(lost);
    const sources = passed.map(({ evidence }) => evidence.length);
    // The case that once failed: candidates with more sources than the one ranked first.
    expect(new Set(sources).size).toBeGreaterThan(1);
    expect(run.evidence?.cited).toBe(sources.reduce((sum, each) => sum + each, 0));
  },
  600_000,
);
