import type { Command } from 'commander';
import { BUDGET_SPENT, OBJECTIVE_DAYS, OBJECTIVES, type ObjectiveName } from '../domain/objectives';
import { readFigures } from '../store/figures/read-figures';
import { readObjectives } from '../store/figures/read-objectives';
import { reads, withDatabase } from './context';
import { print } from './print';

const PATIENCE_MS = 10_000;

/** What a query of Prometheus answers (prometheus.io/docs/prometheus/latest/querying/api), as far as it is read. */
interface PrometheusAnswer {
  data?: { result?: { metric: { objective?: string }; value: [number, string] }[] };
}

/** `figures`. */
export function addFiguresCommand(program: Command): void {
  reads(program.command('figures'))
    .description(
      `all figures of the database, and what the last ${OBJECTIVE_DAYS} days left of each objective's budget`,
    )
    .option('--prometheus <url>', 'where to ask for the objectives about requests; else PROMETHEUS_URL')
    .action(async ({ prometheus = process.env.PROMETHEUS_URL }: { prometheus?: string }, command: Command) => {
      const options = command.optsWithGlobals<{ json?: boolean }>();
      const [samples, known] = await withDatabase(command, (db) => Promise.all([readFigures(db), readObjectives(db)]));
      const spent = new Map<string, number>(prometheus ? await spentByPrometheus(prometheus) : []);
      for (const { objective, events, bad } of known)
        spent.set(objective, events === 0 ? 0 : bad / events / (1 - OBJECTIVES[objective].target));
      const objectives = Object.entries(OBJECTIVES).map(([objective, { target, title }]) => ({
        objective,
        target,
        budgetLeft: spent.has(objective) ? 1 - spent.get(objective)! : null,
        title,
      }));
      const figures = samples.map(({ name, labels, value }) => ({ figure: name, labels, value }));
      if (options.json) return print({ objectives, figures }, options);
      const unknown = objectives.some(({ budgetLeft }) => budgetLeft === null);
      print(
        {
          objectives: objectives.map((each) => ({
            ...each,
            target: percent(each.target),
            budgetLeft: each.budgetLeft === null ? null : percent(each.budgetLeft),
          })),
          figures: figures.map(({ labels, ...each }) => ({ ...each, labels: Object.values(labels).join(' ') })),
        },
        { ...options, ...(unknown && { note: 'Requests are counted by Prometheus: name it with --prometheus URL.' }) },
      );
    });
}

/** Share of each budget that was spent, by the rules of deploy/objectives.yaml. */
async function spentByPrometheus(url: string): Promise<[ObjectiveName, number][]> {
  const query = new URL('api/v1/query', url.endsWith('/') ? url : `${url}/`);
  query.searchParams.set('query', BUDGET_SPENT);
  const answer = await fetch(query, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch((error: unknown) => {
    throw new Error(`Prometheus at ${query.origin} does not answer: ${String((error as Error).cause ?? error)}`);
  });
  if (!answer.ok) throw new Error(`Prometheus at ${query.origin} answers ${answer.status}`);
  const { data } = (await answer.json()) as PrometheusAnswer;
  return (data?.result ?? []).flatMap(({ metric, value }) =>
    metric.objective && metric.objective in OBJECTIVES
      ? [[metric.objective as ObjectiveName, Number(value[1])] as [ObjectiveName, number]]
      : [],
  );
}

const percent = (share: number) => `${Number((share * 100).toFixed(1))}%`;
