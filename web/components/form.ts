import { html, type Fragment, type Markup } from '../../base/html';

interface Field {
  name: string;
  label: Fragment;
  /** Unique on the page; defaults to the name. */
  id?: string;
  hint?: Fragment;
  /** Why the submitted value was rejected. */
  error?: Fragment;
  value?: string;
  required?: boolean;
}

export interface Option {
  value: string;
  label: Fragment;
  hint?: Fragment;
}

export interface TextField extends Field {
  type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'url' | 'date' | 'datetime-local';
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  autocomplete?: string;
}

/** Single-line input with label, hint and error. */
export function textField(field: TextField): Markup {
  const { name, type = 'text', value = '', minLength, maxLength, min, max, autocomplete } = field;
  return fieldFrame(
    field,
    html`<input
      id="${idOf(field)}"
      name="${name}"
      type="${type}"
      value="${value}"
      ${minLength !== undefined && html`minlength="${minLength}"`}
      ${maxLength !== undefined && html`maxlength="${maxLength}"`}
      ${min !== undefined && html`min="${min}"`}
      ${max !== undefined && html`max="${max}"`}
      ${autocomplete !== undefined && html`autocomplete="${autocomplete}"`}
      ${fieldState(field)}
    />`,
  );
}

/** Multi-line input with label, hint and error. */
export function textArea(field: Field & { rows?: number; minLength?: number; maxLength?: number }): Markup {
  const { name, value = '', rows = 5, minLength, maxLength } = field;
  // HTML parsers drop a line break after the tag (HTML, 13.1.2.5). We add one to preserve a line break in the value.
  return fieldFrame(
    field,
    html`<textarea
      id="${idOf(field)}"
      name="${name}"
      rows="${rows}"
      ${minLength !== undefined && html`minlength="${minLength}"`}
      ${maxLength !== undefined && html`maxlength="${maxLength}"`}
      ${fieldState(field)}
    >
${value}</textarea>`,
  );
}

/** Select with label, hint and error. */
export function selectField(field: Field & { options: readonly Option[] }): Markup {
  return fieldFrame(
    field,
    html`<select id="${idOf(field)}" name="${field.name}" ${fieldState(field)}>
      ${field.options.map(({ value, label }) =>
        value === field.value
          ? html`<option value="${value}" selected>${label}</option>`
          : html`<option value="${value}">${label}</option>`,
      )}
    </select>`,
  );
}

/** Checkbox with label and error. */
export function checkField(field: Field & { checked?: boolean }): Markup {
  const { name, value = 'true', label, error, checked } = field;
  return html`<label class="check"
      ><input
        id="${idOf(field)}"
        type="checkbox"
        name="${name}"
        value="${value}"
        ${checked && html`checked`}
        ${fieldState(field)}
      /><span>${label}</span></label
    >${error && html`<span class="field-error" id="${idOf(field)}-error">${error}</span>`}`;
}

/** Checkboxes or radio buttons. The first input has the field's id. */
export function choiceField(
  field: Field & { type: 'checkbox' | 'radio'; options: readonly Option[]; values: readonly string[] },
): Markup {
  const { type, name, label, error, options, values } = field;
  const id = idOf(field);
  const flawed = error && html`aria-invalid="true" aria-describedby="${id}-error"`;
  return html`<fieldset id="${id}" tabindex="-1" ${type === 'radio' && html`role="radiogroup" ${flawed}`}>
    <legend>${label}</legend>
    ${error && html`<p class="field-error" id="${id}-error">${error}</p>`}
    <div ${type === 'checkbox' && html`class="checks"`}>
      ${options.map(
        (option) =>
          html`<label class="check"
            ><input
              type="${type}"
              name="${name}"
              value="${option.value}"
              ${values.includes(option.value) && html`checked`}
              ${type === 'checkbox' && flawed}
            /><span>${option.label} ${option.hint && html`<span class="hint">${option.hint}</span>`}</span></label
          >`,
      )}
    </div>
  </fieldset>`;
}

const idOf = ({ id, name }: Pick<Field, 'id' | 'name'>) => id ?? name;

function fieldState(field: Field): Markup {
  const described = [field.hint && `${idOf(field)}-hint`, field.error && `${idOf(field)}-error`]
    .filter(Boolean)
    .join(' ');
  return html`${field.required && html`required`} ${described && html`aria-describedby="${described}"`}
  ${field.error && html`aria-invalid="true"`}`;
}

function fieldFrame(field: Field, control: Markup): Markup {
  const id = idOf(field);
  return html`<div class="field">
    <label for="${id}">${field.label}</label>
    ${field.hint && html`<span class="hint" id="${id}-hint">${field.hint}</span>`} ${control}
    ${field.error && html`<span class="field-error" id="${id}-error">${field.error}</span>`}
  </div>`;
}

/** Hidden inputs that resubmit the submitted fields, except the fields in `without`. */
export function hiddenFields(sent: Readonly<Record<string, unknown>>, without: readonly string[]): Markup[] {
  return Object.entries(sent)
    .filter(([name]) => !without.includes(name))
    .flatMap(([name, value]) => [value].flat().map((one) => [name, one] as const))
    .filter((field): field is readonly [string, string] => typeof field[1] === 'string')
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`);
}

/** Hides the form of an irreversible action until it is opened, so no single click can submit it. Needs no script. */
export function confirmAction(name: Fragment, form: Markup): Markup {
  return html`<details class="confirm">
    <summary>${name}</summary>
    ${form}
  </details>`;
}
