/**
 * Lists a model's columns for SQL under their field names (`account_id AS "accountId"`). The column names derive from
 * the field names in snake_case. `without` omits large columns.
 */
export function columnsOf<Field extends string>(fields: Record<Field, string>, without: readonly Field[] = []): string {
  return (Object.keys(fields) as Field[])
    .filter((field) => !without.includes(field))
    .map((field) => {
      const column = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return column === field ? field : `${column} AS "${field}"`;
    })
    .join(', ');
}

/** Row type in which the columns in `Narrow` have narrower types than the database declares. */
export type Narrowed<Row, Narrow extends { [Column in keyof Row]?: Row[Column] }> = Omit<Row, keyof Narrow> & Narrow;

/** Literal SQL list of states for a predicate. With a parameter instead, PostgreSQL could not match a partial index. */
export function listOf(states: readonly string[]): string {
  return states.map((state) => `'${state}'`).join(', ');
}
