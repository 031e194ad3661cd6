import { OptionalKind, Type, type TObject, type TSchema } from '@sinclair/typebox';
import type { FieldError } from '../../base/failures';
import { html, type Fragment, type Markup } from '../../base/html';
import { checkField, choiceField, selectField, textArea, textField, type Option, type TextField } from './form';

/** Declares a form field: its schema, its appearance, and how to fix an invalid value. */
export interface DeclaredField<S extends TSchema = TSchema> {
  schema: S;
  label: string;
  hint?: Fragment;
  /** Tells the user how to fix an invalid value: the same sentence for all errors, or one for each. */
  fix: string | ((flaw: FieldError) => string);
  input?: NonNullable<TextField['type']> | 'area' | 'select' | 'check' | 'checks' | 'radios';
  options?: readonly Option[];
  rows?: number;
  autocomplete?: string;
  /** Initial value of the field. */
  initial?: string;
}

export type DeclaredFields = Readonly<Record<string, DeclaredField>>;

/** Schema of the submitted fields. */
export function bodyOf<F extends DeclaredFields>(fields: F): TObject<{ [Name in keyof F]: F[Name]['schema'] }> {
  const schemas = Object.entries(fields).map(([name, { schema }]) => [name, schema]);
  return Type.Object(Object.fromEntries(schemas)) as never;
}

/** Values of a form, the errors in its fields, and the `problem` with the form as a whole. */
export interface FormState {
  values: Readonly<Record<string, unknown>>;
  errors?: readonly FieldError[];
  problem?: Fragment;
}

export const EMPTY_FORM: FormState = { values: {} };

/** A hidden value of a form; the empty string if the value is missing or a list. */
export function textOf({ values }: FormState, name: string): string {
  const value = values[name];
  return typeof value === 'string' ? value : '';
}

/** Shown if only hidden values are invalid. */
const OUT_OF_DATE = 'This form is out of date. Check it, then send it again.';

/** Draws fields with values and errors, and an error summary. `suffix` keeps ids unique among several forms. */
export function drawForm<Name extends string>(
  fields: Readonly<Record<Name, DeclaredField>>,
  { values, errors = [], problem }: FormState = EMPTY_FORM,
  suffix = '',
): { summary: Markup | null; field(name: Name): Markup; all: Markup[] } {
  const flaws = new Map(
    errorsInOrder(fields, errors).map(({ name, flaw }) => [name as Name, sentence(fields[name as Name], flaw)]),
  );
  const field = (name: Name) =>
    drawField(fields[name], { name, id: name + suffix, sent: values[name], error: flaws.get(name) });
  return {
    summary: summary(
      [...flaws].map(([name, text]) => ({ id: name + suffix, text })),
      problem ?? (errors.length > 0 && flaws.size === 0 && OUT_OF_DATE),
    ),
    field,
    all: (Object.keys(fields) as Name[]).map(field),
  };
}

/** First error of each field, in form order. */
function errorsInOrder(fields: DeclaredFields, errors: readonly FieldError[]) {
  return Object.keys(fields).flatMap((name) => {
    const flaw = errors.find(({ pointer }) => pointer === `/${name}` || pointer.startsWith(`/${name}/`));
    return flaw ? [{ name, flaw }] : [];
  });
}

function sentence({ fix, label, schema }: DeclaredField, flaw: FieldError): string {
  if (flaw.code === 'too_long' && schema.maxLength) {
    return `Shorten “${label}” to ${Number(schema.maxLength).toLocaleString('en-US')} letters or fewer.`;
  }
  return typeof fix === 'string' ? fix : fix(flaw);
}

// The summary gets the focus when the page loads, so keyboard users start there and screen readers announce the errors.
function summary(flaws: readonly { id: string; text: string }[], problem: Fragment): Markup | null {
  if (flaws.length === 0 && !problem) return null;
  return html`<div class="errors" role="alert" tabindex="-1" autofocus>
    ${problem && html`<p>${problem}</p>`}
    ${
      flaws.length > 0 &&
      html`<p>
          <strong>${flaws.length === 1 ? 'Correct this to continue' : `Correct these ${flaws.length} entries`}</strong>
        </p>
        <ul>
          ${flaws.map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}
        </ul>`
    }
  </div>`;
}

interface Drawn {
  name: string;
  id: string;
  sent: unknown;
  error: string | undefined;
}

function drawField(field: DeclaredField, { name, id, sent, error }: Drawn): Markup {
  const { schema, label, input = 'text', options = [], hint, rows, autocomplete, initial = '' } = field;
  const required = !(OptionalKind in schema);
  const values = sent === undefined ? [initial] : [sent].flat().map(String);
  const marked =
    !required && ['text', 'area', 'email', 'url'].includes(input)
      ? html`${label} <span class="optional">(optional)</span>`
      : label;
  const frame = {
    name,
    id,
    label: marked,
    value: values[0] ?? '',
    required,
    ...(hint !== undefined && { hint }),
    ...(error !== undefined && { error }),
  };
  const { minLength, maxLength } = schema as { minLength?: number; maxLength?: number };
  const length = { ...(minLength !== undefined && { minLength }), ...(maxLength !== undefined && { maxLength }) };
  switch (input) {
    case 'area':
      return textArea({ ...frame, ...length, ...(rows !== undefined && { rows }) });
    case 'select':
      return selectField({ ...frame, options });
    case 'check':
      return checkField({ ...frame, value: 'true', checked: values[0] === 'true' });
    case 'checks':
    case 'radios':
      return choiceField({ ...frame, type: input === 'checks' ? 'checkbox' : 'radio', options, values });
    default:
      return textField({
        ...frame,
        ...length,
        type: input,
        // Never send a password back.
        ...(input === 'password' && { value: '' }),
        ...(autocomplete !== undefined && { autocomplete }),
        ...(schema.minimum !== undefined && { min: schema.minimum as number }),
        ...(schema.maximum !== undefined && { max: schema.maximum as number }),
      });
  }
}
