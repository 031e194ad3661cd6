import { SANDBOX_PROVIDER } from '../contracts/sandbox';

/** Providers of findings that nobody researched: the local stand-in, the sandbox, and the dossier that visitors read. */
const SAMPLE_PROVIDERS: ReadonlySet<string | null> = new Set(['local-sample', SANDBOX_PROVIDER, 'sample']);

/** True for a provider whose sources are invented: no quotation of theirs is ever called verified. */
export function isSampleProvider(provider: string | null): boolean {
  return SAMPLE_PROVIDERS.has(provider);
}

/** True for findings whose sources are invented. */
export function isSample({ provenance }: { provenance: { provider: string | null } }): boolean {
  return isSampleProvider(provenance.provider);
}
