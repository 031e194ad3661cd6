import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ClaimReader } from '../../../contracts/claim-reader';
import { claimSettings } from '../../../platform/claim-settings';
import { PACKAGE_ROOT } from '../../../platform/package-root';
import { readSettings } from '../../../platform/settings';
import { isLoopback, openClaimReader } from '../../../providers/agents/claim-reader';
import { AGENTS_STAND_IN_KEY, createAgentsStandIn } from '../../../stand-ins/agents/stand-in';
import { providerSettings } from '../provider';

/** Where claims are judged, and by whom. */
export interface ReaderPlace {
  /** Who answers, in words. */
  name: string;
  /** The model that is asked; null where a stand-in answers, whatever it is called. */
  model: string | null;
  /** File of the list of measured readers. */
  list: string;
  /** Opens the reader; nothing is sent before the first judgement. */
  open(): Promise<{ reader: ClaimReader; close: () => Promise<void> }>;
}

const LIST = join(PACKAGE_ROOT, 'providers', 'agents', 'measured-readers.json');

/**
 * The reader as it is configured: with ANTHROPIC_API_KEY the model CLAIM_CHECK_MODEL, else the stand-in in this process.
 *
 * @throws Error naming the settings that are not usable
 */
export function readerPlaceOf(env: NodeJS.ProcessEnv): ReaderPlace {
  const {
    ANTHROPIC_API_KEY: key,
    ANTHROPIC_BASE_URL: address,
    CLAIM_CHECK_MODEL: model,
  } = readSettings({ ...providerSettings, CLAIM_CHECK_MODEL: claimSettings.CLAIM_CHECK_MODEL }, env);
  const readerAt = (apiKey: string, baseUrl: string | undefined) =>
    openClaimReader({
      ANTHROPIC_API_KEY: apiKey,
      ANTHROPIC_BASE_URL: baseUrl,
      CLAIM_CHECK: 'on',
      CLAIM_CHECK_MODEL: model,
    });
  if (key === undefined) {
    const open = async () => {
      const { server, close } = createAgentsStandIn();
      await once(server.listen(0, '127.0.0.1'), 'listening');
      const { port } = server.address() as AddressInfo;
      return { reader: readerAt(AGENTS_STAND_IN_KEY, `http://127.0.0.1:${port}`), close };
    };
    return { name: 'the stand-in', model: null, list: LIST, open };
  }
  const open = () => Promise.resolve({ reader: readerAt(key, address), close: () => Promise.resolve() });
  if (isLoopback(address)) return { name: `the stand-in at ${address}`, model: null, list: LIST, open };
  return { name: address ? `${model} at ${new URL(address).hostname}` : model, model, list: LIST, open };
}
