import { MONEY } from './money';
import { PEOPLE } from './people';
import { KEPT_BY_LAW, type PersonalTable, type Erased, type Shown } from './stored-table';
import { WORK } from './work';

/**
 * Every table with data of persons. Export, erasure and retention follow from it; tests compare it with the schema, so
 * no table is forgotten. Files of an export come in this order.
 */
export const PERSONAL_DATA: Readonly<Record<string, PersonalTable>> = { ...PEOPLE, ...WORK, ...MONEY };

/** Renders export and erasure of each table in Markdown, for docs/retention.md. */
export function personalDataAsMarkdown(): string {
  const rows = Object.entries(PERSONAL_DATA).map(
    ([table, { shown, erased }]) => `| \`${table}\` | ${describeShown(shown)} | ${describeErased(erased)} |`,
  );
  return ['| table | an export shows | an erasure |', '| --- | --- | --- |', ...rows].join('\n');
}

function describeShown(shown: Shown): string {
  if ('never' in shown) return shown.files ? 'its documents' : `nothing: ${shown.never}`;
  const rows = shown.without ? `its rows without ${codes(shown.without)}` : 'its rows';
  return shown.files ? `${rows}; its documents` : rows;
}

function describeErased(erased: Erased): string {
  if (erased === 'deleted') return 'deletes it';
  if (erased === 'expires') return 'leaves it to its age';
  const done: string[] = [];
  if ('blanked' in erased) done.push(`blanks ${codes(Object.keys(erased.blanked))}`);
  if ('by' in erased) done.push(`is done by \`${erased.by}\``);
  if (erased.kept) done.push(`keeps it: ${KEPT_BY_LAW[erased.kept].replace(/^.*?: /, '')}`);
  return done.join('; ');
}

function codes(columns: readonly string[]): string {
  return columns.map((column) => `\`${column}\``).join(', ');
}
