import type { Flaw, Reviewed, Rule } from './rule';
import { wordsOf } from './texts';

const PARTS = ['audienceSizing', 'unitEconomics', 'firstIssues', 'launchCalendar'] as const;

/** Paid research has every part. */
export const completeResearch: Rule = {
  id: 'complete-research',
  demand:
    'Paid research holds audience sizing, unit economics, first issues and a launch calendar; evidence its grade and day of publication, competitors price, frequency, size and last issue, risks likelihood and impact.',
  atLast: 'pass',
  flaws: (findings, { depth }) =>
    depth === 'scan'
      ? []
      : [
          ...PARTS.filter((part) => !findings[part]).map((part) => missing('', part)),
          ...missingIn(findings, 'evidence', ['grade', 'publishedAt']),
          ...missingIn(findings, 'competitors', ['price', 'frequency', 'size', 'lastIssue']),
          ...missingIn(findings, 'risks', ['likelihood', 'impact']),
        ],
};

function missingIn<List extends 'evidence' | 'competitors' | 'risks'>(
  findings: Reviewed,
  list: List,
  fields: readonly (keyof Reviewed[List][number] & string)[],
): Flaw[] {
  return findings[list].flatMap((entry, i) =>
    fields.filter((field) => !(field in entry)).map((field) => missing(`/${list}/${i}`, field)),
  );
}

function missing(pointer: string, field: string): Flaw {
  return {
    pointer: `${pointer}/${field}`,
    detail: 'is missing: research as the instructions say, or null where they allow it',
  };
}

/** Rivals, in the languages of dossiers. */
const RIVALS =
  /compet|rival|newsletter|publi[ck]ation|publicaci|pubblicazion|letter|lettre|bolet|[ck]on[ck]urren|concorren|wettbewerb/iu;

/** A list of rivals that is empty is a finding of its own. */
export const emptyFieldExplained: Rule = {
  id: 'empty-field-explained',
  demand: 'Limitations explain an empty list of competitors.',
  atLast: 'pass',
  flaws: ({ competitors, limitations }) =>
    competitors.length > 0 || limitations.some((text) => RIVALS.test(text))
      ? []
      : [{ pointer: '/competitors', detail: 'is empty: limitations must say where rivals were looked for' }],
};

const SCAN_WORDS = 120;

/** A scan is a short answer. */
export const shortScan: Rule = {
  id: 'short-scan',
  demand: `The rationale of a scan’s verdict has at most ${SCAN_WORDS} words.`,
  atLast: 'pass',
  flaws: ({ verdict }, { depth }) =>
    depth === 'research' || wordsOf(verdict.rationale).length <= SCAN_WORDS
      ? []
      : [{ pointer: '/verdict/rationale', detail: `must have at most ${SCAN_WORDS} words in a scan` }],
};
