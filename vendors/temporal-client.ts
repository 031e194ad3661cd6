import { Client, Connection, WorkflowNotFoundError } from '@temporalio/client';
import { loadClientConnectConfig } from '@temporalio/envconfig';
import { temporalSettings } from '../base/process-settings';
import { WORKFLOWS } from '../base/workflow-messages';
import { erasureWorkflowId } from '../modules/erasure/messages';
import type { Tracing } from './tracing';

/** Abandons a silent connection after 20 s, instead of the SDK's 45 s. The server allows only one probe every 10 s. */
const NOTICE_HALF_OPEN = { 'grpc.keepalive_time_ms': 12_000, 'grpc.keepalive_timeout_ms': 8_000 };

interface ClientOptions {
  tracing?: Pick<Tracing, 'clientInterceptors'> | null;
  /** Use false if the connection closes at a deadline. A retry waiting at that time would throw outside any call. */
  retries?: boolean;
}

/** Creates a client that connects on its first call. Temporal records the client's actions under `identity`. */
export function createTemporalClient(
  { connection, namespace }: TemporalAccess,
  identity: string,
  { tracing = null, retries = true }: ClientOptions = {},
): Client {
  return new Client({
    connection: Connection.lazy({
      ...connection,
      channelArgs: NOTICE_HALF_OPEN,
      ...(!retries && { interceptors: [] }),
    }),
    namespace,
    identity,
    ...(tracing && { interceptors: { workflow: tracing.clientInterceptors } }),
  });
}

/** Options for a connection to Temporal, for the SDK's client and worker. Never log them: they contain secrets. */
export type TemporalConnection = Required<Pick<Loaded, 'address'>> & Pick<Loaded, 'tls' | 'apiKey' | 'metadata'>;
type Loaded = ReturnType<typeof loadClientConnectConfig>['connectionOptions'];

interface TemporalAccess {
  connection: TemporalConnection;
  namespace: string;
}

const DEFAULT_ADDRESS = '127.0.0.1:7233';
const DEFAULT_NAMESPACE = 'default';

/**
 * Reads the connection options for Temporal with the SDK's own environment configuration. Ignores the SDK's profile
 * file, because a developer's profile must never reach a server process.
 * @throws Error naming the missing setting or the variable of an unreadable certificate, never a value
 */
export function temporalAccess(settings: {
  readonly [Name in keyof typeof temporalSettings]?: string | undefined;
}): TemporalAccess {
  const overrideEnvVars = given(settings);
  if (
    Boolean(overrideEnvVars.TEMPORAL_TLS_CLIENT_CERT_PATH) !== Boolean(overrideEnvVars.TEMPORAL_TLS_CLIENT_KEY_PATH)
  ) {
    throw new Error('TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH: set both or neither');
  }
  const { TEMPORAL_API_KEY: key, TEMPORAL_ADDRESS: address, TEMPORAL_TLS: tls } = overrideEnvVars;
  if (key !== undefined && !address) throw new Error('TEMPORAL_ADDRESS: missing, although TEMPORAL_API_KEY is set');
  if (key && tls === 'false')
    throw new Error('TEMPORAL_TLS: must not be false with TEMPORAL_API_KEY, or the key is sent in plain text');
  try {
    const { connectionOptions, namespace } = loadClientConnectConfig({ disableFile: true, overrideEnvVars });
    return {
      connection: { ...connectionOptions, address: connectionOptions.address ?? DEFAULT_ADDRESS },
      namespace: namespace ?? DEFAULT_NAMESPACE,
    };
  } catch (error) {
    // oxlint-disable-next-line preserve-caught-error -- the cause quotes the value
    throw new Error(`Settings of Temporal (TEMPORAL_…) are not usable: ${unquoted(error as Error, overrideEnvVars)}`);
  }
}

/** True for a Temporal Cloud address. Namespaces in Temporal Cloud can only be configured in its console. */
export function isTemporalCloud({ address }: Pick<TemporalConnection, 'address'>): boolean {
  return /\.(?:tmprl\.cloud|temporal\.io)(?::\d+)?$/u.test(address);
}

/** The SDK's error message, with each setting's value replaced by the name of its variable. */
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

/** True if a workflow with this id is running. False if it ended, or Temporal does not know the id. */
export async function isRunning(client: Client, workflowId: string): Promise<boolean> {
  try {
    const { status } = await client.workflow.getHandle(workflowId).describe();
    // When a workflow continues as new, its old run is CONTINUED_AS_NEW until the next run exists.
    return status.name === 'RUNNING' || status.name === 'CONTINUED_AS_NEW';
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return false;
    throw error;
  }
}

const PAGE = 1_000;
const LIST_WITHIN_MS = 30_000;

/** Accounts whose erasure has started, as far back as Temporal keeps workflows. Survives a PostgreSQL restore. */
export async function startedErasures(client: Client): Promise<string[]> {
  const prefix = erasureWorkflowId('');
  const accounts = new Set<string>();
  const list = client.workflow.list({ query: `WorkflowType = '${WORKFLOWS.erasure}'`, pageSize: PAGE });
  await client.withDeadline(Date.now() + LIST_WITHIN_MS, async () => {
    for await (const { workflowId } of list)
      if (workflowId.startsWith(prefix)) accounts.add(workflowId.slice(prefix.length));
  });
  return [...accounts];
}
