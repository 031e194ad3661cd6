import { DOSSIER_LANGUAGES } from '../../base/dossier-language';
import type { FieldError } from '../../base/failures';
import type { Markup } from '../../base/html';
import { bodyCheck, type Check } from '../../http/validation';
import {
  EvaluationCreate,
  DEFAULT_CANDIDATE_COUNT,
  SearchCreate,
  type RunInput,
  type RunKind,
} from '../../modules/run-kinds/contract';
import { textArea, textField, selectField } from '../components/form';

/** Fields of a form as a person filled them in, by their names in the API. */
export type SentFields = Partial<Record<string, string>>;

/** One input with its value, and its flaw in words where it has one. */
type FieldOf = (name: string) => { name: string; value: string; error?: string };

/** Form that starts one kind of run; all have a choice of the language besides. */
interface RunForm {
  /** What its owner writes to begin a run, behind “we ask for”. */
  asks: string;
  fields: readonly string[];
  /** Body of the API for what was sent, not checked yet. */
  bodyOf(sent: SentFields): Record<string, unknown>;
  /** The check of the API. */
  check: Check;
  inputs(field: FieldOf): Markup[];
  /** Words for a flaw of a field that the general ones do not fit; null for others. */
  flawInWords?(error: FieldError, name: string): string | null;
}

const CHECK_FIELDS = EvaluationCreate.properties;

/** Form of an Idea Check. */
const ideaCheckForm: RunForm = {
  asks: 'your idea in a few sentences, and the readers and country if you know them',
  fields: ['idea', 'audience', 'geography'],
  bodyOf: ({ idea = '', audience = '', geography = '' }) => ({ idea, audience, geography }),
  check: bodyCheck(EvaluationCreate),
  inputs: (field) => [
    textArea({
      ...field('idea'),
      label: 'Your newsletter idea',
      hint: 'Describe the topic, the readers, what an issue contains and how often it appears. The more you say, the closer the research fits.',
      rows: 8,
      minLength: CHECK_FIELDS.idea.minLength!,
      maxLength: CHECK_FIELDS.idea.maxLength!,
      required: true,
    }),
    textField({
      ...field('audience'),
      label: 'Readers (optional)',
      hint: 'For example: homeowners aged 35 to 65.',
      maxLength: CHECK_FIELDS.audience.maxLength!,
    }),
    textField({
      ...field('geography'),
      label: 'Country or region (optional)',
      hint: 'For example: Germany.',
      maxLength: CHECK_FIELDS.geography.maxLength!,
    }),
  ],
};

const SEARCH_FIELDS = SearchCreate.properties;

/** Form of a Custom Search; `expertise` has a line each. */
const customSearchForm: RunForm = {
  asks: 'who you are, and what you know and can do',
  fields: ['operatorProfile', 'expertise', 'candidateCount'],
  bodyOf({ operatorProfile = '', expertise = '', candidateCount = '' }) {
    const lines = expertise.split('\n').map((line) => line.trim());
    // What is no number is left to the schema to refuse.
    const count = /^\d+$/.test(candidateCount) ? +candidateCount : candidateCount;
    return {
      operatorProfile,
      expertise: [...new Set(lines.filter(Boolean))],
      candidateCount: candidateCount === '' ? DEFAULT_CANDIDATE_COUNT : count,
    };
  },
  check: bodyCheck(SearchCreate),
  inputs: (field) => [
    textArea({
      ...field('operatorProfile'),
      label: 'About you',
      hint: 'Your experience, the hours you have each week, your budget, and the people you already reach.',
      rows: 7,
      minLength: SEARCH_FIELDS.operatorProfile.minLength!,
      maxLength: SEARCH_FIELDS.operatorProfile.maxLength!,
      required: true,
    }),
    textArea({
      ...field('expertise'),
      label: 'What you know well',
      hint: 'One subject per line, up to 20.',
      rows: 5,
      required: true,
    }),
    textField({
      ...field('candidateCount'),
      label: 'Ideas to research',
      hint: `${SEARCH_FIELDS.candidateCount.minimum} to ${SEARCH_FIELDS.candidateCount.maximum}. More ideas take longer; the price stays the same.`,
      type: 'number',
      min: SEARCH_FIELDS.candidateCount.minimum!,
      max: SEARCH_FIELDS.candidateCount.maximum!,
      value: field('candidateCount').value || String(DEFAULT_CANDIDATE_COUNT),
    }),
  ],
  flawInWords({ pointer, code, detail }, name) {
    if (name === 'candidateCount' && code === 'wrong_type') return 'This must be a whole number.';
    if (name !== 'expertise') return null;
    if (code === 'too_few_items' || code === 'required') return 'Name at least one subject.';
    const line = /\/(\d+)$/.exec(pointer)?.[1];
    return line === undefined ? null : `Line ${Number(line) + 1} ${detail}.`;
  },
};

const FORMS = { idea_check: ideaCheckForm, custom_search: customSearchForm } satisfies Record<RunKind, RunForm>;

/** What its owner writes to begin a run of this kind, behind “we ask for”. */
export const asksFor = (kind: RunKind) => FORMS[kind].asks;

/** Names of the fields of all forms. */
export const RUN_FIELDS: readonly string[] = [...Object.values(FORMS).flatMap(({ fields }) => fields), 'language'];

/** Body of the API for what was sent, or `invalid_request` with the flaws by the API's pointers. */
export function inputOf(kind: RunKind, sent: SentFields): RunInput {
  const { language } = sent;
  const body = { ...FORMS[kind].bodyOf(sent), ...(language && { language }) };
  FORMS[kind].check(body);
  return body as unknown as RunInput;
}

/** Fields that show an input again, such as that of an earlier run. */
export function fieldsOf(input: Partial<Record<string, unknown>>): SentFields {
  const fields: SentFields = {};
  for (const name of RUN_FIELDS) {
    const value = input[name];
    if (Array.isArray(value)) fields[name] = value.join('\n');
    else if (typeof value === 'string' || typeof value === 'number') fields[name] = String(value);
  }
  return fields;
}

/** Inputs of a kind of run, each with its flaw. */
export function runFields(kind: RunKind, sent: SentFields, errors: readonly FieldError[] = []): Markup[] {
  const { inputs, flawInWords }: RunForm = FORMS[kind];
  const fieldOf: FieldOf = (name) => {
    const field = { name, value: sent[name] ?? '' };
    const error = errors.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    return error ? { ...field, error: flawInWords?.(error, name) ?? `This ${error.detail}.` } : field;
  };
  const language = selectField({
    ...fieldOf('language'),
    label: 'Language of the findings',
    hint: 'Headings stay in English, and quotes in the language of their source.',
    options: [
      { value: '', label: 'No preference' },
      ...Object.entries(DOSSIER_LANGUAGES).map(([value, label]) => ({ value, label })),
    ],
  });
  return [...inputs(fieldOf), language];
}
