import { invalid } from './provider-error';
import type { Realm } from './world';

/** Form-encoded body or query with nested keys expanded; lists are keyed by index. */
export interface Form {
  [name: string]: string | Form;
}

const MAX_METADATA_KEYS = 50;
const MAX_METADATA_NAME = 40;
const MAX_METADATA_VALUE = 500;

/** Parses `a[b][0][c]=x` and `a[]=x`. @throws ProviderError 400 if a name is both a value and a group */
export function parseForm(text: string): Form {
  const root = empty();
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.replaceAll(']', '').split('[');
    let at = root;
    for (const step of path.slice(0, -1)) {
      const next = (at[keyIn(at, step)] ??= empty());
      if (typeof next === 'string') throw invalid(`Invalid request: ${name} mixes a value and a group`, name);
      at = next;
    }
    at[keyIn(at, path.at(-1)!)] = value;
  }
  return root;
}

// No prototype: a client's own key named __proto__ is just a key.
const empty = () => Object.create(null) as Form;
const keyIn = (form: Form, step: string) => (step === '' ? String(Object.keys(form).length) : step);

/**
 * Typed reading of a form. {@link Params.rejectUnknown} refuses every parameter that was not read, as the provider
 * does, which exposes parameters that an API version has dropped.
 */
export class Params {
  private readonly unread: Set<string>;
  private readonly groups: Params[] = [];

  constructor(
    private readonly form: Form,
    private readonly at = '',
  ) {
    this.unread = new Set(Object.keys(form));
  }

  /** Text, or undefined if absent or empty. */
  text(name: string): string | undefined {
    const value = this.take(name);
    if (typeof value === 'object') throw invalid(`Invalid string: ${this.path(name)}`, this.path(name));
    return value === '' ? undefined : value;
  }

  /** Required text. */
  requireText(name: string): string {
    return this.text(name) ?? this.failMissing(name);
  }

  /** Whole number of at least `least`. */
  integer(name: string, least = 0): number | undefined {
    const value = this.text(name);
    if (value === undefined) return undefined;
    if (!/^-?\d+$/.test(value))
      throw invalid(`Invalid integer: ${value}`, this.path(name), 'parameter_invalid_integer');
    if (Number(value) < least)
      throw invalid(
        `This value must be greater than or equal to ${least}.`,
        this.path(name),
        'parameter_invalid_integer',
      );
    return Number(value);
  }

  /** Required whole number. */
  requireInteger(name: string, least = 0): number {
    return this.integer(name, least) ?? this.failMissing(name);
  }

  /** `true` or `false`. */
  flag(name: string): boolean | undefined {
    const value = this.choice(name, ['true', 'false']);
    return value === undefined ? undefined : value === 'true';
  }

  /** One of the given words. */
  choice<Word extends string>(name: string, words: readonly Word[]): Word | undefined {
    const value = this.text(name);
    if (value === undefined || words.some((word) => word === value)) return value as Word | undefined;
    throw invalid(`Invalid ${this.path(name)}: must be one of ${words.join(', ')}`, this.path(name));
  }

  /** An ISO 4217 code in lower case. */
  requireCurrency(name: string): string {
    const value = this.requireText(name).toLowerCase();
    if (!/^[a-z]{3}$/.test(value)) throw invalid(`Invalid currency: ${value}`, this.path(name));
    return value;
  }

  /** List of texts; empty if absent. */
  texts(name: string): string[] {
    const list = this.group(name);
    return list ? Object.keys(list.form).map((index) => list.requireText(index)) : [];
  }

  /** Nested object, such as `price_data`. */
  group(name: string): Params | undefined {
    const value = this.take(name);
    if (value === undefined || value === '') return undefined;
    if (typeof value === 'string') throw invalid(`Invalid object: ${this.path(name)}`, this.path(name));
    const group = new Params(value, this.path(name));
    this.groups.push(group);
    return group;
  }

  /** List of nested objects; empty if absent. */
  items(name: string): Params[] {
    const list = this.group(name);
    return list ? Object.keys(list.form).flatMap((index) => list.group(index) ?? []) : [];
  }

  /** Metadata within the provider's limits. */
  metadata(): Record<string, string> {
    const group = this.group('metadata');
    const names = Object.keys(group?.form ?? {});
    if (names.length > MAX_METADATA_KEYS)
      throw invalid(`Metadata can have up to ${MAX_METADATA_KEYS} keys`, 'metadata');
    return Object.fromEntries(
      names.map((name) => {
        const value = group!.text(name) ?? '';
        if (name.length > MAX_METADATA_NAME || value.length > MAX_METADATA_VALUE)
          throw invalid(`Metadata names have up to 40, values up to 500 characters`, group!.path(name));
        return [name, value];
      }),
    );
  }

  /** Rejects parameters that no one has read. Call it after all reading and before any change. */
  rejectUnknown(): void {
    const [unknown] = this.unknownNames();
    if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, unknown, 'parameter_unknown');
  }

  private unknownNames(): string[] {
    return [
      ...[...this.unread].map((name) => this.path(name)),
      ...this.groups.flatMap((group) => group.unknownNames()),
    ];
  }

  private take(name: string): string | Form | undefined {
    this.unread.delete(name);
    return this.form[name];
  }

  private path(name: string): string {
    return this.at === '' ? name : `${this.at}[${name}]`;
  }

  private failMissing(name: string): never {
    throw invalid(`Missing required param: ${this.path(name)}.`, this.path(name), 'parameter_missing');
  }
}

/** Input of a route: the path segments at `*`, and the parameters of its body or query. */
export interface Call {
  ids: string[];
  params: Params;
  realm: Realm;
  method: string;
  path: string;
}

/** Route of the provider's protocol: method, path with `*` for an id, and its response as JSON. */
export type Route = [method: 'GET' | 'POST', path: string, answer: (call: Call) => object];
