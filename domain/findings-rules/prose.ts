import { flawsIn, type Rule } from './rule';
import { textsOf, wordsOf, withTexts } from './texts';

/** Reasons of assumptions, which are often the same. */
const NOTES = /^\/unitEconomics\/assumptions\//;

/** Shortest text that counts as repeated, in words: shorter ones are equal by chance. */
const LONG = 6;

/** No text occurs twice. */
export const noRepetition: Rule = {
  id: 'no-repetition',
  demand: `No text of ${LONG} words or more stands in two fields; a claim does not repeat its excerpt.`,
  atLast: 'pass',
  flaws: (findings) => {
    const seen = new Map<string, string>();
    return textsOf(findings).flatMap(({ pointer, text }) => {
      const words = wordsOf(text);
      const key = words.join(' ');
      const first = seen.get(key);
      if (words.length < LONG || NOTES.test(pointer)) return [];
      if (first === undefined) seen.set(key, pointer);
      return first === undefined ? [] : [{ pointer, detail: `repeats ${first}: say what only this field says` }];
    });
  },
};

const FORMULAS = [
  /^(none|nothing|not applicable|n a|no (known |significant |major )?limitations?)\b/,
  /\b(further|more|additional|deeper) (research|investigation|analysis|study) (is|are|was|may be|might be|would be|will be)? ?(needed|required|recommended|necessary|advisable)\b/,
  /\b(based|relies|rely|relied) (solely |only |entirely |primarily )?(up)?on publicly available\b/,
  /\b(no guarantees?|not guaranteed|can ?not be guaranteed|cannot guarantee|(actual )?results (may|can|will) vary)\b/,
  /\b(market )?(conditions|circumstances|trends) (may|can|could|might) (change|shift|vary)\b/,
  /\b(data|information|sources|figures) (may|might|could) (be|have been) (incomplete|outdated|inaccurate|wrong|limited)\b/,
  /\b(limited|insufficient) (data|information|time)( was| were| is)?( available)?$/,
  /\bas an ai\b|\b(large )?language model\b/,
  /\b(does not|not) (constitute|be considered( as)?|replace)( any)? (legal|financial|tax|investment|professional)\b/,
];
/** Longest formula, in words: a longer text that holds one says more. */
const FORMULA_WORDS = 22;
const LEAST_WORDS = 4;

const OWN_WORDS =
  'The research named no limits of its own beyond general remarks, which the service removed; treat its confidence with care.';

/** Limitations say something of this research. */
export const limitationsAreReal: Rule = {
  id: 'limitations-are-real',
  demand: 'No limitation is a formula that would stand under any research, or shorter than four words.',
  flaws: ({ limitations }) =>
    flawsIn(
      limitations,
      '/limitations/*',
      (text) => isFormula(text) && 'is a formula: say what of this research could not be opened, found or verified',
    ),
  atLast: {
    mend: (findings) => {
      const real = findings.limitations.filter((text) => !isFormula(text));
      return { ...findings, limitations: real.length > 0 ? real : [OWN_WORDS] };
    },
    said: 'limitations that were formulas were removed',
  },
};

function isFormula(text: string): boolean {
  const words = wordsOf(text);
  return (
    words.length < LEAST_WORDS || (words.length <= FORMULA_WORDS && FORMULAS.some((form) => form.test(words.join(' '))))
  );
}

/** Emphasis, headings, links and code of Markdown. */
const MARKDOWN: [form: RegExp, plain: string][] = [
  [/\*\*([^*\n]+)\*\*/gu, '$1'],
  [/(?<![\p{L}\p{N}])__([^_\n]+)__(?![\p{L}\p{N}])/gu, '$1'],
  [/\[([^\][\n]+)\]\(https?:[^)\s]*\)/gu, '$1'],
  [/^#{1,6} +(?=\S)/gmu, ''],
  [/```+\s*/gu, ''],
];

/** Texts are plain. */
export const plainText: Rule = {
  id: 'plain-text',
  demand: 'Texts are plain, without the marks of Markdown.',
  flaws: (findings) =>
    textsOf(findings).flatMap(({ pointer, text }) =>
      withoutMarkdown(text) === text ? [] : [{ pointer, detail: 'must be plain text, without Markdown' }],
    ),
  atLast: { mend: (findings) => withTexts(findings, withoutMarkdown), said: 'marks of Markdown were removed' },
};

function withoutMarkdown(text: string): string {
  const plain = MARKDOWN.reduce((rest, [form, by]) => rest.replace(form, by), text);
  return plain.trim() === '' ? text : plain;
}
