/** SQL that sets the last use of keys to now; `ids` is the parameter with their ids. */
export function notingLastUse(ids: string): string {
  return `UPDATE api_keys SET last_used_at = now() WHERE id = ANY(${ids})`;
}
