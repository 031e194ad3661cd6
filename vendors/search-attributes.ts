import { SEARCH_ATTRIBUTES, type SearchAttribute } from '../base/search-attributes';

const PROTOCOL_TYPES: Record<SearchAttribute['type'], number> = { KEYWORD: 2, INT: 3 };

/** The part of a Temporal connection that manages namespaces. */
interface OperatorConnection {
  operatorService: {
    listSearchAttributes(request: {
      namespace: string;
    }): Promise<{ customAttributes?: Record<string, unknown> | null }>;
    addSearchAttributes(request: { namespace: string; searchAttributes: Record<string, number> }): Promise<unknown>;
  };
}

const OURS: readonly SearchAttribute[] = Object.values(SEARCH_ATTRIBUTES);

/** Search attributes of `base/search-attributes.ts` that a namespace lacks. */
export async function missingSearchAttributes(connection: OperatorConnection, namespace: string) {
  const known = await attributesOf(connection, namespace);
  return OURS.filter(({ name }) => !(name in known));
}

/** Search attributes that have a different type in the namespace. Temporal cannot change the type of an attribute. */
export async function mistypedSearchAttributes(connection: OperatorConnection, namespace: string) {
  const known = await attributesOf(connection, namespace);
  return OURS.filter(({ name, type }) => name in known && Number(known[name]) !== PROTOCOL_TYPES[type]);
}

async function attributesOf({ operatorService }: OperatorConnection, namespace: string) {
  const { customAttributes } = await operatorService.listSearchAttributes({ namespace });
  return customAttributes ?? {};
}

/**
 * Registers the missing search attributes of a namespace. Safe to repeat. The server refuses to start workflows that
 * set unregistered attributes.
 * @throws the client's error if this client may not manage namespaces
 */
export async function registerSearchAttributes(connection: OperatorConnection, namespace: string): Promise<void> {
  const missing = await missingSearchAttributes(connection, namespace);
  if (missing.length === 0) return;
  const searchAttributes = Object.fromEntries(missing.map(({ name, type }) => [name, PROTOCOL_TYPES[type]]));
  try {
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } catch (error) {
    // The error does not matter if another process registered them first.
    if ((await missingSearchAttributes(connection, namespace)).length > 0) throw error;
  }
}
