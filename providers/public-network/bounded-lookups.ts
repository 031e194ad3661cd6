import type { LookupAddress } from 'node:dns';
import { createFairGate } from '../../platform/fair-gate';
import type { ResolveAll } from './public-lookup';

/** Most look-ups of this process at once, and of one owner: names whose server is silent occupy no more. */
const AT_ONCE = { atOnce: 64, perOwner: 8 };

/**
 * Look-ups in turns of their owners, of which one owner has a few at once, and of a name one at a time: whoever asks for it
 * meanwhile gets the same answer.
 */
export function boundedLookups(resolveAll: ResolveAll): (owner: string) => ResolveAll {
  const gate = createFairGate(AT_ONCE);
  const open = new Map<string, Promise<LookupAddress[]>>();

  function lookUp(host: string): Promise<LookupAddress[]> {
    const known = open.get(host);
    if (known) return known;
    const asked = new Promise<LookupAddress[]>((found, failed) =>
      resolveAll(host, (error, addresses) => (error ? failed(error) : found(addresses))),
    ).finally(() => open.delete(host));
    open.set(host, asked);
    return asked;
  }

  return (owner) => (host, answer) =>
    void gate
      .through(owner, () => lookUp(host))
      .then(
        (addresses) => answer(null, addresses),
        (error: Error) => answer(error, []),
      );
}
