import type { Evidence, EvidenceGrade, Verification } from './findings-parts';

const RETRIEVED = '2026-10-05T09:00:00.000Z';
const CHECKED = '2026-10-05T09:11:00.000Z';

type Status = Verification['status'];
type Page = [grade: EvidenceGrade, publishedAt: string | null, status: Status];

const source = (
  n: number,
  host: string,
  [grade, publishedAt, status]: Page,
  title: string,
  claim: string,
  excerpt: string,
): Evidence => ({
  evidenceId: `ev${n}`,
  claim,
  sourceUrl: `https://${host}.example.org/sample/${n}`,
  title,
  retrievedAt: RETRIEVED,
  excerpt,
  grade,
  publishedAt,
  verification: {
    status,
    checkedAt: CHECKED,
    contentSha256: status === 'unreachable' ? null : String(n).repeat(64),
    ...(status === 'verified' && {
      context: `What stands before it on the page. ${excerpt} What stands behind it.`,
      pageTitle: title,
      ...(publishedAt && { pageDate: publishedAt }),
    }),
  },
});

/** Evidence of the sample findings: placeholders, with verifications as a run of the product writes them. */
export const sampleEvidence: Evidence[] = [
  source(
    1,
    'statistics',
    ['primary', '2026-03-12', 'verified'],
    'Heating systems by year of building',
    'Most boilers in houses built before 1980 are older than twenty years.',
    'Of 9,000,000 systems counted in buildings from before 1980, 62 percent were installed before 2005.',
  ),
  source(
    2,
    'search',
    ['trade', '2026-01-31', 'verified'],
    'Questions of owners by month',
    'Search interest doubles each autumn.',
    'Queries rose from 8,100 in July 2025 to 11,400 in September and 16,300 in November, about twice the summer level.',
  ),
  source(
    3,
    'letters',
    ['reported', '2026-06-02', 'verified'],
    'Newsletters on home energy',
    'Two independent letters cover the subject, neither more than monthly.',
    'Eleven letters were listed, nine of makers or traders. Loft states 14,000 readers, opens of 41% and $5 a month; Hearth 6,200, 48% and $8; Kiln 2,900, 52% and $12.',
  ),
  source(
    4,
    'guides',
    ['trade', null, 'verified'],
    'Prices of decision guides',
    'Guides for comparable decisions cost about $59.',
    'Twenty guides were compared; the middle price was 59.',
  ),
  source(
    5,
    'rates',
    ['claim', '2026-08-20', 'unreachable'],
    'Sponsorship rates',
    'Lenders pay between $450 and $800 for a place in a small letter of home owners.',
    'Quoted rates for small lists of owners ranged from 450 to 800.',
  ),
  source(
    6,
    'forum',
    ['primary', null, 'verified'],
    'Largest owners’ forums',
    'Three forums hold most of the discussion.',
    'The three largest forums have 210,000 members together and 40 new threads a day.',
  ),
];
