import { createDossierRenderer } from '../../modules/dossiers/dossier-renderer';
import type { OpportunityEdition } from '../../modules/dossiers/model/dossier-model';
import type { Findings } from '../../modules/findings/contract/findings';
import type { Portfolio } from '../../modules/findings/contract/portfolio';
import { sampleFindings } from '../../modules/findings/contract/sample-findings';
import { pdfPages, withoutSpace } from '../support/answers';
import { searchFixture } from '../support/findings';

const renderer = createDossierRenderer();
afterAll(() => renderer.close());

/** Text that Typst would run, import, read, typeset or resolve as markup, or that SVG would load. */
const ATTACKS = [
  '#import "/theme.typ": * #read("/etc/passwd") #read("dossier.typ") #panic()',
  '$ x^2 $ ] * _ ` <label> @label \\u{41} // /* \\ = [ #eval("1+1") </text><image href="/etc/hosts" />&amp;',
];
const IN_URL = '/#read("dossier.typ")$]*<label>@label`\\u{41}';

/** Enum values, IDs, dates and versions, whose format is fixed by a schema. */
const FIXED = /^[a-z\d_.-]+$|^\d{4}-\d\d/;

type Subject = [Findings, Portfolio | null, OpportunityEdition | null];

/** Replaces every string in a subject's documents. `write` receives the string's index and whether it is a URL. */
function rewritten(subject: Subject, write: (place: number, isAddress: boolean) => string): Subject {
  let place = 0;
  const visit = (value: unknown): unknown => {
    if (typeof value === 'string') return FIXED.test(value) ? value : write(place++, /^https?:/.test(value));
    if (Array.isArray(value)) return value.map(visit);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, visit(inner)]));
  };
  return visit(subject) as Subject;
}

const search = searchFixture(3);
const licence = { owner: 'ana@studio.example', orderId: 'ord_1', soldAt: '2026-11-21T10:00:00.000Z' };
const SUBJECTS: [string, Subject][] = [
  ['an Idea Check', [sampleFindings, null, null]],
  ['a portfolio', [search.findings, search.portfolio, null]],
  ['a bought opportunity', [sampleFindings, null, { title: 'Queue Position', licence }]],
];

describe.each(SUBJECTS)('the PDF of %s', (_, subject) => {
  const mark = (place: number) => `f${place}f`;
  const printed = async (suffix: (place: number) => string) => {
    const written = rewritten(subject, (place, isAddress) =>
      isAddress ? `https://evil.example/${place}${suffix(place) && IN_URL}` : `${mark(place)} ${suffix(place)}`.trim(),
    );
    return pdfPages(await renderer.pdf(...written)).join('');
  };
  const marksIn = (text: string) => new Set(text.match(/f\d+f/g));

  let plain = '';
  beforeAll(async () => {
    plain = await printed(() => '');
  });

  test.each(ATTACKS)(
    'shows %s as text in every field',
    async (attack) => {
      const hostile = await printed(() => attack);
      const fields = [...marksIn(plain)];
      expect(fields.length).toBeGreaterThan(40);
      expect(fields.filter((field) => !hostile.includes(withoutSpace(`${field}${attack}`)))).toEqual([]);
      expect(hostile).not.toMatch(/root:x:|Alltextcomesinasdata|localhost/);
    },
    60_000,
  );
});
