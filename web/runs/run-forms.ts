import { Type } from '@sinclair/typebox';
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
import { drawForm, type DeclaredField, type DeclaredFields, type FormState } from '../components/declared-form';

/** Form values by API field name. */
export type SentFields = Partial<Record<string, string>>;

/** Form that starts one kind of run. Every form also has a language field. */
interface RunForm {
  /** Required input in words. Completes the phrase “we ask for”. */
  asks: string;
  fields: DeclaredFields;
  /** Converts submitted values to an API body, without validating it. */
  bodyOf(sent: SentFields): Record<string, unknown>;
  check: Check;
}

const CHECK_FIELDS = EvaluationCreate.properties;

const ideaCheckForm: RunForm = {
  asks: 'your idea in a few sentences, and the readers and country if you know them',
  fields: {
    idea: {
      schema: CHECK_FIELDS.idea,
      label: 'Your newsletter idea',
      hint: 'Describe the topic, the readers, what an issue contains and how often it appears. The more you say, the closer the research fits.',
      fix: 'Describe your idea in a sentence or two.',
      input: 'area',
      rows: 8,
    },
    audience: {
      schema: CHECK_FIELDS.audience,
      label: 'Readers',
      hint: 'For example: homeowners aged 35 to 65.',
      fix: 'Describe your readers in a few words.',
    },
    geography: {
      schema: CHECK_FIELDS.geography,
      label: 'Country or region',
      hint: 'For example: Germany.',
      fix: 'Enter a country or region.',
    },
  },
  bodyOf: ({ idea = '', audience = '', geography = '' }) => ({ idea, audience, geography }),
  check: bodyCheck(EvaluationCreate),
};

const SEARCH_FIELDS = SearchCreate.properties;

/** Form for a Custom Search. `expertise` has one entry per line. */
const customSearchForm: RunForm = {
  asks: 'who you are, and what you know and can do',
  fields: {
    operatorProfile: {
      schema: SEARCH_FIELDS.operatorProfile,
      label: 'About you',
      hint: 'Your experience, the hours you have each week, your budget, and the people you already reach.',
      fix: 'Describe yourself in a sentence or two.',
      input: 'area',
      rows: 7,
    },
    expertise: {
      schema: Type.String(),
      label: 'What you know well',
      hint: 'One subject per line, up to 20.',
      fix: subjectsFix,
      input: 'area',
      rows: 5,
    },
    candidateCount: {
      schema: SEARCH_FIELDS.candidateCount,
      label: 'Ideas to research',
      hint: `${SEARCH_FIELDS.candidateCount.minimum} to ${SEARCH_FIELDS.candidateCount.maximum}. More ideas take longer; the price stays the same.`,
      fix: `Enter a whole number from ${SEARCH_FIELDS.candidateCount.minimum} to ${SEARCH_FIELDS.candidateCount.maximum}.`,
      input: 'number',
      initial: String(DEFAULT_CANDIDATE_COUNT),
    },
  },
  bodyOf({ operatorProfile = '', expertise = '', candidateCount = '' }) {
    const lines = expertise.split('\n').map((line) => line.trim());
    // Any other input is rejected by the schema.
    const count = /^\d+$/.test(candidateCount) ? +candidateCount : candidateCount;
    return {
      operatorProfile,
      expertise: [...new Set(lines.filter(Boolean))],
      candidateCount: candidateCount === '' ? DEFAULT_CANDIDATE_COUNT : count,
    };
  },
  check: bodyCheck(SearchCreate),
};

function subjectsFix({ pointer, code }: FieldError): string {
  const line = /\/(\d+)$/.exec(pointer)?.[1];
  if (line !== undefined) return `Shorten line ${Number(line) + 1} of what you know well.`;
  return code === 'too_many_items' ? 'Name at most 20 subjects.' : 'Name at least one subject.';
}

const FORMS = { idea_check: ideaCheckForm, custom_search: customSearchForm } satisfies Record<RunKind, RunForm>;

/** Required input of a kind, in words. Completes the phrase “we ask for”. */
export const asksFor = (kind: RunKind) => FORMS[kind].asks;

/** Field names of all forms. The hidden field `continues` contains the id of an earlier run. */
export const RUN_FIELDS: readonly string[] = [
  ...Object.values(FORMS).flatMap(({ fields }) => Object.keys(fields)),
  'language',
  'continues',
];

/** Returns validated API input. Throws `invalid_request` with the API's error pointers. */
export function inputOf(kind: RunKind, sent: SentFields): RunInput {
  const { language, continues } = sent;
  const body = { ...FORMS[kind].bodyOf(sent), ...(language && { language }), ...(continues && { continues }) };
  FORMS[kind].check(body);
  return body as unknown as RunInput;
}

/** Converts an API input, such as the input of an earlier run, to form values. */
export function fieldsOf(input: Partial<Record<string, unknown>>): SentFields {
  const fields: SentFields = {};
  for (const name of RUN_FIELDS) {
    const value = input[name];
    if (Array.isArray(value)) fields[name] = value.join('\n');
    else if (typeof value === 'string' || typeof value === 'number') fields[name] = String(value);
  }
  return fields;
}

const LANGUAGE = {
  schema: CHECK_FIELDS.language,
  label: 'Language of the findings',
  hint: 'Headings stay in English, and quotes in the language of their source.',
  fix: 'Choose a language from the list.',
  input: 'select',
  options: [
    { value: '', label: 'No preference' },
    ...Object.entries(DOSSIER_LANGUAGES).map(([value, label]) => ({ value, label })),
  ],
} as const satisfies DeclaredField;

/** Input fields for one kind of run, and an error summary. */
export function runFields(kind: RunKind, state: FormState): { summary: Markup | null; all: Markup[] } {
  return drawForm({ ...FORMS[kind].fields, language: LANGUAGE }, state);
}
