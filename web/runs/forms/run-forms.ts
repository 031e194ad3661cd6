import type { FieldError } from '../../../contracts/failures';
import type { RunInput, RunKind } from '../../../contracts/runs';
import type { Markup } from '../../../platform/html';
import { customSearchForm } from './custom-search-form';
import { ideaCheckForm } from './idea-check-form';
import type { RunForm, SentFields } from './run-form';

const FORMS = { idea_check: ideaCheckForm, custom_search: customSearchForm } satisfies Record<RunKind, RunForm>;

/** Names of the fields of all forms. */
export const RUN_FIELDS: readonly string[] = [...new Set(Object.values(FORMS).flatMap(({ fields }) => fields))];

/**
 * Body of the API for what was sent.
 *
 * @throws Failure `invalid_request` with the flaws by the API's pointers
 */
export function inputOf(kind: RunKind, sent: SentFields): RunInput {
  const body = FORMS[kind].bodyOf(sent);
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
  return inputs((name) => {
    const field = { name, value: sent[name] ?? '' };
    const error = errors.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    return error ? { ...field, error: flawInWords?.(error, name) ?? `This ${error.detail}.` } : field;
  });
}
