import type { Mode } from '../contracts/access';
import type { ActivityDeps } from './deps';

type Chosen = 'providerName' | 'citedPages' | 'domainNames' | 'claimReader';

/** Dependencies of work that a run's mode chooses: a live run never gets those of the sandbox, nor the other way round. */
export function inMode(
  { providerName, citedPages, domainNames, claimReader, sandbox }: Pick<ActivityDeps, Chosen | 'sandbox'>,
  mode: Mode,
): Pick<ActivityDeps, Chosen> {
  return mode === 'test' ? { ...sandbox, claimReader: null } : { providerName, citedPages, domainNames, claimReader };
}
