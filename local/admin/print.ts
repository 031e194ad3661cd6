type Row = Record<string, unknown>;

/**
 * Prints the result of a command: with `json` exactly one JSON value on standard output, else a table for a person.
 * `note` goes to standard error, so that it never mixes with the value.
 */
export function print(result: Row | Row[], options: { json?: boolean; note?: string }): void {
  if (options.json) {
    process.stdout.write(`${JSON.stringify(result)}\n`);
  } else {
    process.stdout.write(Array.isArray(result) ? table(result) : fields(result));
  }
  if (options.note) process.stderr.write(`${options.note}\n`);
}

function text(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '-';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(text).join(', ') || '-';
  return JSON.stringify(value);
}

function fields(row: Row): string {
  const width = Math.max(...Object.keys(row).map((name) => name.length));
  return Object.entries(row)
    .map(([name, value]) => `${name.padEnd(width)}  ${text(value)}\n`)
    .join('');
}

function table(rows: Row[]): string {
  if (rows.length === 0) return '(none)\n';
  const names = Object.keys(rows[0]!);
  const lines = [names, ...rows.map((row) => names.map((name) => text(row[name])))];
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)));
  return lines
    .map(
      (line) =>
        `${line
          .map((cell, i) => cell.padEnd(widths[i]!))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
