import { SEARCH_ATTRIBUTES, type SearchAttribute } from '../contracts/search-attributes';

/** Types of search attributes in Temporal's protocol. */
const PROTOCOL_TYPES: Record<SearchAttribute['type'], number> = { KEYWORD: 2, INT: 3 };

/** Part of a connection to Temporal, of a client or a worker, that manages namespaces. */
export interface OperatorConnection {
  operatorService: {
    listSearchAttributes(request: {
      namespace: string;
    }): Promise<{ customAttributes?: Record<string, unknown> | null }>;
    addSearchAttributes(request: { namespace: string; searchAttributes: Record<string, number> }): Promise<unknown>;
  };
}

/** Search attributes of `contracts/search-attributes.ts` that a namespace lacks. */
export async function missingSearchAttributes(
  { operatorService }: OperatorConnection,
  namespace: string,
): Promise<SearchAttribute[]> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  return Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => !(name in (customAttributes ?? {})));
}

/** Search attributes that a namespace has with another type, which cannot be changed there. */
export async function mistypedSearchAttributes(
  { operatorService }: OperatorConnection,
  namespace: string,
): Promise<SearchAttribute[]> {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  const typeOf = (name: string) => customAttributes?.[name];
  const ours: SearchAttribute[] = Object.values(SEARCH_ATTRIBUTES);
  return ours.filter(({ name, type }) => typeOf(name) !== undefined && Number(typeOf(name)) !== PROTOCOL_TYPES[type]);
}

/**
 * Registers the missing search attributes of a namespace; safe to repeat and in several processes at once. A server
 * refuses a start, and stops a workflow, that sets one it does not know.
 *
 * @throws the client's error if the server does not answer, or does not let this client manage namespaces
 */
export async function registerSearchAttributes(connection: OperatorConnection, namespace: string): Promise<void> {
  const missing = await missingSearchAttributes(connection, namespace);
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(({ name, type }) => [name, PROTOCOL_TYPES[type]]));
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    // Another process was first.
    if ((await missingSearchAttributes(connection, namespace)).length > 0) throw error;
  }
}
