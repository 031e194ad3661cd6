import { loadClientConnectConfig } from '@temporalio/envconfig';
import { temporalSettings } from '../platform/process-settings';

/** Options of a connection to Temporal, for the SDK's client and worker alike; holds secrets, never log it. */
export type TemporalConnection = Required<Pick<Loaded, 'address'>> & Pick<Loaded, 'tls' | 'apiKey' | 'metadata'>;
type Loaded = ReturnType<typeof loadClientConnectConfig>['connectionOptions'];

/** Connection to Temporal and its namespace. */
export interface TemporalAccess {
  connection: TemporalConnection;
  namespace: string;
}

const DEFAULT_ADDRESS = '127.0.0.1:7233';
const DEFAULT_NAMESPACE = 'default';

/**
 * Reads how to reach Temporal, by the SDK's own environment configuration. A file of profiles is read only where
 * TEMPORAL_CONFIG_FILE or TEMPORAL_PROFILE names one, so that a developer's own profile never reaches a server's process.
 *
 * @throws Error naming the variable of the file, profile or certificate that cannot be read, never a value
 */
export function temporalAccess(settings: {
  readonly [Name in keyof typeof temporalSettings]?: string | undefined;
}): TemporalAccess {
  const overrideEnvVars = given(settings);
  if (
    Boolean(overrideEnvVars.TEMPORAL_TLS_CLIENT_CERT_PATH) !== Boolean(overrideEnvVars.TEMPORAL_TLS_CLIENT_KEY_PATH)
  ) {
    throw new Error('TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: give both or none');
  }
  const disableFile = !overrideEnvVars.TEMPORAL_CONFIG_FILE && !overrideEnvVars.TEMPORAL_PROFILE;
  try {
    const { connectionOptions, namespace } = loadClientConnectConfig({ disableFile, overrideEnvVars });
    return {
      connection: { ...connectionOptions, address: connectionOptions.address ?? DEFAULT_ADDRESS },
      namespace: namespace ?? DEFAULT_NAMESPACE,
    };
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the cause quotes the value
    throw new Error(`Settings of Temporal (TEMPORAL_…) are not usable: ${unquoted(error as Error, overrideEnvVars)}`);
  }
}

/** True for an address of Temporal Cloud, where what a namespace may do is set in its console. */
export function isTemporalCloud({ address }: Pick<TemporalConnection, 'address'>): boolean {
  return /\.(?:tmprl\.cloud|temporal\.io)(?::\d+)?$/u.test(address);
}

/** Message of the SDK, with the name of each variable in place of its value. */
function unquoted({ message }: Error, settings: Record<string, string>): string {
  return Object.entries(settings).reduce((text, [name, value]) => text.replaceAll(value, name), message);
}

function given(settings: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(settings).filter(
      (entry): entry is [string, string] => entry[0] in temporalSettings && typeof entry[1] === 'string',
    ),
  );
}
