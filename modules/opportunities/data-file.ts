import { zipSync } from 'fflate';
import type { Findings } from '../findings/contract/findings';
import { ECONOMICS_CASES, type UnitEconomics } from '../findings/contract/unit-economics';
import { isSample } from '../run-kinds/sandbox';

/** Zip of findings: the published JSON, and CSV files of economics and sources. A sale always gets the same bytes. */
export function dataFile(json: Buffer, soldAt: Date): Buffer {
  const findings = JSON.parse(json.toString()) as Findings;
  const { unitEconomics } = findings;
  const files = {
    'findings.json': json,
    'sources.csv': csv(sourcesOf(findings)),
    ...(unitEconomics && { 'economics.csv': csv(economicsOf(unitEconomics)) }),
  };
  return Buffer.from(zipSync(files, { mtime: soldAt }));
}

type Cell = string | number;

function sourcesOf(findings: Findings): Cell[][] {
  const isExample = isSample(findings);
  return [
    ['id', 'title', 'address', 'grade', 'claim', 'quote', 'retrieved', 'check'],
    ...findings.evidence.map((source) => [
      ...[source.evidenceId, source.title, source.sourceUrl, source.grade ?? ''],
      ...[
        source.claim,
        source.excerpt,
        source.retrievedAt,
        isExample ? 'example' : (source.verification?.status ?? ''),
      ],
    ]),
  ];
}

function economicsOf({ computed }: UnitEconomics): Cell[][] {
  const months = ECONOMICS_CASES.flatMap((name) =>
    computed[name].months.map(({ month, readers, newReaders, payingReaders, ...cents }) => [
      ...[name, month, readers, newReaders, payingReaders],
      ...[cents.incomeCents, cents.costCents, cents.resultCents, cents.cumulativeCents].map((each) => each / 100),
    ]),
  );
  const heads = ['case', 'month', 'readers', 'new readers', 'paying readers'];
  return [[...heads, 'income USD', 'cost USD', 'result USD', 'cumulative USD'], ...months];
}

/** CSV (RFC 4180) with a byte order mark, so that spreadsheets recognize UTF-8. */
function csv(rows: readonly (readonly Cell[])[]): Buffer {
  return Buffer.from(`\uFEFF${rows.map((row) => row.map(written).join(',')).join('\r\n')}\r\n`);
}

/** Formats a cell. Prefixes cells that a spreadsheet would run as a formula. */
function written(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  return `"${(/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell).replaceAll('"', '""')}"`;
}
