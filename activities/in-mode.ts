import type { Mode } from '../contracts/access';
import type { ActivityDeps } from './deps';

/** Dependencies of work that a run's mode chooses: a live run never gets those of the sandbox, nor the other way round. */
export function inMode(
  { providerName, citedPages, sandbox }: Pick<ActivityDeps, 'providerName' | 'citedPages' | 'sandbox'>,
  mode: Mode,
): Pick<ActivityDeps, 'providerName' | 'citedPages'> {
  return mode === 'test' ? sandbox : { providerName, citedPages };
}
