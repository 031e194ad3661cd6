import { html, type Fragment, type Markup } from '../../platform/html';

/** Parts that every field has. */
interface Field {
  name: string;
  label: Fragment;
  /** Unique on the page; the name by default. */
  id?: string;
  hint?: Fragment;
  /** What is wrong with the value that was sent. */
  error?: Fragment;
  value?: string;
  required?: boolean;
}

/** Input of one line. */
export interface TextField extends Field {
  type?: 'text' | 'email' | 'password' | 'number' | 'search' | 'url' | 'date' | 'datetime-local';
  minLength?: number;
  maxLength?: number;
  min?: number;
  max?: number;
  autocomplete?: string;
}

/** Input of one line with label, hint and error. */
export function textField(field: TextField): Markup {
  const { name, type = 'text', value = '', minLength, maxLength, min, max, autocomplete } = field;
  return frame(
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
      ${state(field)}
    />`,
  );
}

/** Input of several lines with label, hint and error. */
export function textArea(field: Field & { rows?: number; minLength?: number; maxLength?: number }): Markup {
  const { name, value = '', rows = 5, minLength, maxLength } = field;
  // The line break after the tag is not part of the value (HTML, 13.1.2.5), one of the value's own would be lost.
  return frame(
    field,
    html`<textarea
      id="${idOf(field)}"
      name="${name}"
      rows="${rows}"
      ${minLength !== undefined && html`minlength="${minLength}"`}
      ${maxLength !== undefined && html`maxlength="${maxLength}"`}
      ${state(field)}
    >
${value}</textarea>`,
  );
}

/** Choice of one option with label, hint and error. */
export function selectField(field: Field & { options: readonly { value: string; label: string }[] }): Markup {
  return frame(
    field,
    html`<select id="${idOf(field)}" name="${field.name}" ${state(field)}>
      ${field.options.map(({ value, label }) =>
        value === field.value
          ? html`<option value="${value}" selected>${label}</option>`
          : html`<option value="${value}">${label}</option>`,
      )}
    </select>`,
  );
}

/** Box to tick, with its text. */
export function checkField(field: {
  name: string;
  value?: string;
  label: Fragment;
  checked?: boolean;
  required?: boolean;
}): Markup {
  const { name, value = 'true', label, checked, required } = field;
  return html`<label class="check"
    ><input
      type="checkbox"
      name="${name}"
      value="${value}"
      ${checked && html`checked`}
      ${required && html`required`}
    /><span>${label}</span></label
  >`;
}

const idOf = ({ id, name }: Field) => id ?? name;

function state(field: Field): Markup {
  const described = [field.hint && `${idOf(field)}-hint`, field.error && `${idOf(field)}-error`]
    .filter(Boolean)
    .join(' ');
  return html`${field.required && html`required`} ${described && html`aria-describedby="${described}"`}
  ${field.error && html`aria-invalid="true"`}`;
}

function frame(field: Field, control: Markup): Markup {
  const id = idOf(field);
  return html`<div class="field">
    <label for="${id}">${field.label}</label>
    ${field.hint && html`<span class="hint" id="${id}-hint">${field.hint}</span>`} ${control}
    ${field.error && html`<span class="field-error" id="${id}-error">${field.error}</span>`}
  </div>`;
}
