import { SEARCH_ATTRIBUTES } from '../../contracts/search-attributes';

const KEYWORD = 2;
const CONNECT_WITHIN_MS = 10_000;

/**
 * Makes a Temporal server that somebody else runs ready for us: adds the search attributes that it lacks.
 *
 * @throws Error it does not answer within 10 s, or refuses to add them
 */
export async function useServer(address: string, namespace: string): Promise<void> {
  // Loaded only here: it takes a third of a second that a start with the embedded server does not need to pay.
  const { Connection } = await import('@temporalio/client');
  const connection = await Connection.connect({ address, connectTimeout: CONNECT_WITHIN_MS }).catch(
    (cause: unknown) => {
      throw new Error(`TEMPORAL_ADDRESS: no Temporal server answers at ${address}`, { cause });
    },
  );
  try {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = Object.values(SEARCH_ATTRIBUTES).filter((name) => !(name in customAttributes));
    if (missing.length === 0) return;
    const searchAttributes = Object.fromEntries(missing.map((name) => [name, KEYWORD]));
    await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
  } finally {
    await connection.close();
  }
}
