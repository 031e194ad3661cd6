import {
  proxyActivities,
  proxyLocalActivities,
  type ActivityOptions,
  type LocalActivityOptions,
} from '@temporalio/workflow';
import type { Activities } from '../activities/create-activities';

type Remote = ReturnType<typeof proxyActivities<Activities>>;
type Local = ReturnType<typeof proxyLocalActivities<Activities>>;

/**
 * Proxies of activities that share their timeouts and retries, each with the summary by which Temporal Web shows its
 * calls (at most 400 bytes). Workflows call no activity but by these proxies.
 */
export function callsOf<Name extends keyof Activities>(
  options: ActivityOptions,
  summaries: Record<Name, string>,
): Pick<Remote, Name> {
  return eachNamed(summaries, (name, summary) => proxyActivities<Activities>({ ...options, summary })[name]);
}

/** Proxies of short database steps that are not worth a round trip through the task queue; see {@link callsOf}. */
export function localCallsOf<Name extends keyof Activities>(
  options: LocalActivityOptions,
  summaries: Record<Name, string>,
): Pick<Local, Name> {
  return eachNamed(summaries, (name, summary) => proxyLocalActivities<Activities>({ ...options, summary })[name]);
}

function eachNamed<Name extends keyof Activities, Proxies>(
  summaries: Record<Name, string>,
  proxied: <N extends Name>(name: N, summary: string) => Proxies[N & keyof Proxies],
): Proxies {
  const entries = Object.entries<string>(summaries) as [Name, string][];
  return Object.fromEntries(entries.map(([name, summary]) => [name, proxied(name, summary)])) as Proxies;
}
