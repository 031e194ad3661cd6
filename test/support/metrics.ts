import { METRICS } from '../../contracts/metrics';

/** Value of one series of a page in Prometheus' text format; undefined where the page lacks it. */
export function valueOf(page: string, series: string): number | undefined {
  const line = page.split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1).replace('+Inf', 'Infinity'));
}

/** Page of a process at the address of its metrics. */
export async function readPage(metricsUrl: string): Promise<string> {
  const response = await fetch(`${metricsUrl}/metrics`);
  return response.text();
}

/** Answer of a health page, with the names of the checks that failed. */
export async function readHealth(
  metricsUrl: string,
  page: 'live' | 'ready',
): Promise<{ status: number; failed: string[] }> {
  const response = await fetch(`${metricsUrl}/health/${page}`);
  const { checks } = (await response.json()) as { checks: { name: string; status: string }[] };
  return {
    status: response.status,
    failed: checks.filter((check) => check.status === 'failed').map(({ name }) => name),
  };
}

/** Types of the metrics of a page, by name. */
export function typesOf(page: string): Record<string, string> {
  return Object.fromEntries([...page.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name, type]));
}

/** Types of the declared metrics, by name, that come from these processes. */
export function declaredTypes(from: readonly string[]): Record<string, string> {
  const declared = Object.entries(METRICS).filter((entry) => from.includes(entry[1].from));
  return Object.fromEntries(declared.map(([name, { type }]) => [name, type]));
}
