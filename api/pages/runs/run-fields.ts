import type { FieldError } from '../../../contracts/failures';
import {
  DEFAULT_CANDIDATE_COUNT,
  EvaluationCreate,
  SearchCreate,
  type RunInput,
  type RunKind,
} from '../../../contracts/runs';
import type { Markup } from '../../../platform/html';
import { bodyCheck } from '../../../http/validation';
import { textArea, textField } from '../components/form-field';

/** Fields of the form as a person fills them in; named as those of the API. */
export type SentFields = Partial<Record<(typeof RUN_FIELDS)[number], string>>;
const RUN_FIELDS = ['idea', 'audience', 'geography', 'operatorProfile', 'expertise', 'candidateCount'] as const;

const CHECKS = { idea_check: bodyCheck(EvaluationCreate), custom_search: bodyCheck(SearchCreate) };

/**
 * Body of the API for what was sent; `expertise` has a line each.
 *
 * @throws Failure `invalid_request` with the flaws by the API's pointers
 */
export function inputOf(kind: RunKind, sent: SentFields): RunInput {
  const input = kind === 'idea_check' ? evaluationOf(sent) : searchOf(sent);
  CHECKS[kind](input);
  return input as unknown as RunInput;
}

function evaluationOf({ idea = '', audience = '', geography = '' }: SentFields): Record<string, unknown> {
  return { idea, audience, geography };
}

function searchOf({ operatorProfile = '', expertise = '', candidateCount = '' }: SentFields): Record<string, unknown> {
  const lines = expertise.split('\n').map((line) => line.trim());
  return {
    operatorProfile,
    expertise: [...new Set(lines.filter(Boolean))],
    // What is no number is left to the schema to refuse.
    candidateCount:
      candidateCount === '' ? DEFAULT_CANDIDATE_COUNT : /^\d+$/.test(candidateCount) ? +candidateCount : candidateCount,
  };
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
  const errorOf = (name: string) => {
    const error = errors.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    return error ? { error: sentence(error, name) } : {};
  };
  const field = (name: (typeof RUN_FIELDS)[number]) => ({ name, value: sent[name] ?? '', ...errorOf(name) });
  return kind === 'idea_check' ? evaluationFields(field) : searchFields(field);
}

type FieldOf = (name: (typeof RUN_FIELDS)[number]) => { name: string; value: string; error?: string };

function evaluationFields(field: FieldOf): Markup[] {
  const { audience, geography, idea } = EvaluationCreate.properties;
  return [
    textArea({
      ...field('idea'),
      label: 'Your newsletter idea',
      hint: 'Its topic, its readers, what an issue contains and how often it appears. 10 to 4,000 characters.',
      rows: 8,
      minLength: idea.minLength!,
      maxLength: idea.maxLength!,
      required: true,
    }),
    textField({
      ...field('audience'),
      label: 'Readers (optional)',
      hint: 'Such as home owners from 35 to 65.',
      maxLength: audience.maxLength!,
    }),
    textField({
      ...field('geography'),
      label: 'Country or region (optional)',
      hint: 'Such as Germany.',
      maxLength: geography.maxLength!,
    }),
  ];
}

function searchFields(field: FieldOf): Markup[] {
  const { operatorProfile, candidateCount } = SearchCreate.properties;
  return [
    textArea({
      ...field('operatorProfile'),
      label: 'About you',
      hint: 'Your experience, time, means and reach: who would run the newsletter? 10 to 4,000 characters.',
      rows: 7,
      minLength: operatorProfile.minLength!,
      maxLength: operatorProfile.maxLength!,
      required: true,
    }),
    textArea({
      ...field('expertise'),
      label: 'What you know well',
      hint: 'One subject a line, at most 20.',
      rows: 5,
      required: true,
    }),
    textField({
      ...field('candidateCount'),
      label: 'Ideas to research',
      hint: `${candidateCount.minimum} to ${candidateCount.maximum}. More ideas take longer.`,
      type: 'number',
      min: candidateCount.minimum!,
      max: candidateCount.maximum!,
      value: field('candidateCount').value || String(DEFAULT_CANDIDATE_COUNT),
    }),
  ];
}

function sentence({ pointer, code, detail }: FieldError, name: string): string {
  if (name === 'expertise') {
    if (code === 'too_few_items' || code === 'required') return 'Name at least one subject.';
    const line = /\/(\d+)$/.exec(pointer)?.[1];
    return line === undefined ? `This ${detail}.` : `Line ${Number(line) + 1} ${detail}.`;
  }
  if (name === 'candidateCount' && code === 'wrong_type') return 'This must be a whole number.';
  return `This ${detail}.`;
}
