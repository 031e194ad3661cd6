import { readFileSync } from 'node:fs';
import { Failure } from '../../contracts/failures';
import type { ApiDeps } from '../../http/deps';
import { isLoopbackAddress, isLoopbackName } from '../../platform/public-deployment';

/** Parts of ready.json that /local shows (docs/interface.md, Local stand-ins). */
export interface Ready {
  mail: string;
  agents: string;
  payments: string;
  temporalWeb: string | null;
  traces: string | null;
  metrics: { api: string; worker: string };
  keys: { live: string; test: string };
  account: { id: string; email: string };
}

/**
 * Reads ready.json for a browser on this machine. The name in `Host` counts too: a page of another site whose name was
 * made to point here (DNS rebinding) could otherwise read the keys.
 *
 * @throws Failure `not_found` where the page is switched off, for other machines, and while ready.json is not written
 */
export function readReady(request: { deps: ApiDeps; address: string; header(name: string): string }): Ready {
  const path = request.deps.settings.localReadyFile;
  if (!path || !isLoopbackAddress(request.address) || !isOwnHost(request.header('host')))
    throw new Failure('not_found');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Ready;
  } catch (cause) {
    throw new Failure('not_found', { cause });
  }
}

function isOwnHost(host: string): boolean {
  const url = `http://${host}`;
  return URL.canParse(url) && isLoopbackName(new URL(url).hostname);
}
