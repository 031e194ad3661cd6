import { KindGuard, type TSchema } from '@sinclair/typebox';
import { html, type Fragment, type Markup } from '../../../base/html';
import { KNOWN_VALUES } from '../../../base/schema';
import { withCode } from '../../components/code';

/** Maximum enum values listed. The field's description lists all of them. */
const SHOWN_VALUES = 24;

/** Matches an open enum's description if it says no more than the enum's values. */
const KNOWN_ONLY = /^Currently one of: .*\. Tolerate new values\.$/;

/**
 * Renders the schemas of one page. Each object appears once, with its name or path as its anchor. Later occurrences
 * link to it. `elsewhere` maps names of objects to their URLs on other pages.
 */
export function schemaViews({ elsewhere = {} }: { elsewhere?: Readonly<Record<string, string>> } = {}) {
  const anchors = new Map<string, string>();

  /** Fields of a request or response body, with nested fields folded. If the body is not an object, shows its type. */
  function body(schema: TSchema, of: string): Markup {
    const inner = objectOf(schema);
    if (!inner) return html`<p class="type">${typeOf(schema)}</p>`;
    const page = elsewhere[inner.title ?? ''];
    if (page) return html`<p class="type">Fields of <a href="${page}">${inner.title}</a>.</p>`;
    return html`${inner !== schema && html`<p class="type">${typeOf(schema)}</p>`}${once(inner, of, (list) => list)}`;
  }

  /** Calls `show` with the fields of an object. If the fields are already on a page, links to them instead. */
  function once(schema: TSchema, path: string, show: (fields: Markup) => Markup): Markup {
    const key = JSON.stringify(membersOf(schema));
    const known = anchors.get(key);
    if (known) return html`<p class="type">Same fields as <a href="#${known}">${known}</a>.</p>`;
    const anchor = schema.title ?? path;
    anchors.set(key, anchor);
    const required = new Set((schema.required ?? []) as string[]);
    return show(
      html`<ul class="fields" id="${anchor}">
        ${Object.entries(membersOf(schema)).map(([name, member]) =>
          field(name, member, { required: required.has(name), within: anchor }),
        )}
      </ul>`,
    );
  }

  /** A parameter, or a field of the object with the anchor `within`. */
  function field(
    name: string,
    schema: TSchema,
    {
      required,
      within,
      description = schema.description,
    }: { required: boolean; within: string; description?: string | undefined },
  ): Markup {
    const limits = limitsOf(schema);
    return html`<li>
      <p>
        <code>${name}</code>
        <span class="type">${typeOf(schema)}</span>${required && html` <span class="must">required</span>`}
      </p>
      ${description && !KNOWN_ONLY.test(description) && html`<p>${withCode(description)}</p>`}${limits && html`<p class="limits">${limits}</p>`}${nested(schema, `${within}.${name}`)}
    </li>`;
  }

  function nested(schema: TSchema, path: string): Fragment {
    const inner = objectOf(schema);
    const count = inner ? Object.keys(membersOf(inner)).length : 0;
    if (!inner || count === 0) return null;
    const summary = `${count === 1 ? '1 field' : `${count} fields`}${inner.title ? ` of ${inner.title}` : ''}`;
    return once(
      inner,
      path,
      (list) =>
        html`<details>
          <summary>${summary}</summary>
          ${list}
        </details>`,
    );
  }

  return { body, field };
}

/** Schema renderers of one page. */
export type SchemaViews = ReturnType<typeof schemaViews>;

/** Names of all fields of a schema, including nested ones. */
export function fieldNames(schema: TSchema): string[] {
  const inner = objectOf(schema);
  if (!inner) return [];
  return Object.entries(membersOf(inner)).flatMap(([name, member]) => [name, ...fieldNames(member)]);
}

function membersOf(schema: TSchema): Record<string, TSchema> {
  return (schema.properties ?? {}) as Record<string, TSchema>;
}

/** Finds the object in a schema: the schema itself, or the object in its list, map or alternatives. */
function objectOf(schema: TSchema): TSchema | null {
  if (schema.properties) return schema;
  if (schema.type === 'array' && KindGuard.IsSchema(schema.items)) return objectOf(schema.items);
  const values = mapOf(schema);
  if (values) return objectOf(values);
  const alternatives = alternativesOf(schema).flatMap((one) => objectOf(one) ?? []);
  if (alternatives.length <= 1) return alternatives[0] ?? null;
  // Merges the fields of all alternatives; a field is required only if every alternative requires it.
  const required = alternatives.map((one) => (one.required ?? []) as string[]);
  const { title: _title, ...first } = alternatives[0]!;
  return {
    ...first,
    properties: Object.assign({}, ...alternatives.toReversed().map(membersOf)) as Record<string, TSchema>,
    required: required[0]!.filter((name) => required.every((names) => names.includes(name))),
  };
}

function alternativesOf(schema: TSchema): TSchema[] {
  return (schema.anyOf ?? schema.oneOf ?? []) as TSchema[];
}

/** Schema of the values in a record; null if the schema is not a record. */
function mapOf(schema: TSchema): TSchema | null {
  const [values] = Object.values((schema.patternProperties ?? {}) as Record<string, TSchema>);
  return values ?? null;
}

/** Type of a value, in the terms of API users. */
function typeOf(schema: TSchema): string {
  const known = (schema as { [KNOWN_VALUES]?: readonly string[] })[KNOWN_VALUES];
  if (known) return `${oneOf(known)} | …`;
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum as unknown[]);
  const alternatives = alternativesOf(schema);
  if (alternatives.length > 0) {
    const constants = alternatives.filter((one) => one.const !== undefined);
    const others = alternatives.filter((one) => one.const === undefined).map(typeOf);
    const values = constants.length > 0 ? [oneOf(constants.map((one) => one.const as unknown))] : [];
    return [...new Set([...values, ...others])].join(' or ');
  }
  if (schema.type === 'array') return KindGuard.IsSchema(schema.items) ? `list of ${typeOf(schema.items)}` : 'list';
  const values = mapOf(schema);
  if (values) return `object with values of type ${typeOf(values)}`;
  if (schema.type === 'object') return schema.title ?? 'object';
  return [schema.type ?? 'any', schema.format && `(${schema.format})`].filter(Boolean).join(' ');
}

function oneOf(values: readonly unknown[]): string {
  const first = values.slice(0, SHOWN_VALUES).map((value) => JSON.stringify(value));
  return first.join(' | ') + (values.length > SHOWN_VALUES ? ' | …' : '');
}

/** Constraints of a value; null if the type already implies them. */
function limitsOf(schema: TSchema): Fragment {
  const range = (least: unknown, most: unknown, unit = '') => {
    if (least === undefined && most === undefined) return null;
    if (least === undefined) return `at most ${figure(most)}${unit}`;
    return most === undefined ? `at least ${figure(least)}${unit}` : `${figure(least)} to ${figure(most)}${unit}`;
  };
  const said = [
    range(schema.minLength, schema.maxLength, ' characters'),
    range(schema.minimum, schema.maximum),
    range(schema.minItems, schema.maxItems, ' entries'),
    range(schema.minProperties, schema.maxProperties, ' names'),
    schema.uniqueItems && 'no duplicates',
    schema.default !== undefined && `default ${JSON.stringify(schema.default)}`,
  ].filter(Boolean) as string[];
  const pattern = typeof schema.pattern === 'string' && html`pattern <code>${schema.pattern}</code>`;
  if (said.length === 0 && !pattern) return null;
  return [said.join(', '), said.length > 0 && pattern && ', ', pattern];
}

function figure(value: unknown): string {
  return typeof value === 'number' ? value.toLocaleString('en-US') : String(value);
}
