import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationOf } from '../../vendors/measured-calls';
import type { Provider, Exchange } from './assumption';
import agents from './stand-ins/agents.json';
import mail from './stand-ins/mail.json';
import payments from './stand-ins/payments.json';

/** A provider's response to an operation, redacted. */
export interface RecordedCall {
  operation: string;
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

const READ_HEADERS = ['content-type', 'idempotent-replayed', 'stripe-version', 'retry-after'];
/** Fields whose values are terms of the protocol rather than data. */
const WORDS = new Set('object type code status name currency country mode role stop_reason param'.split(' '));
const WORD = /^[a-z][a-z0-9_.[\]]{0,59}$/;
const ID = /^([a-z]{2,8}(?:_test|_live)?)_[A-Za-z0-9]+$/;
/** Free-form fields, written by agents, web pages or us. */
const FREE = new Set('metadata input input_schema tools system content previous_attributes data.object'.split(' '));
const MOST_ITEMS = 3;

/** Reduces exchanges to one response per operation, status and error code. Redacts all text except protocol terms. */
export function recordOf(exchanges: readonly Exchange[]): RecordedCall[] {
  const calls = new Map<string, RecordedCall>();
  for (const { method, path, status, headers, body: text } of exchanges) {
    const read = Object.fromEntries(
      READ_HEADERS.flatMap((name) => (headers[name] ? [[name, plain(headers[name])]] : [])),
    );
    for (const { kind, body } of answersIn(operationOf(method, path), parsed(text))) {
      const call = { operation: kind, status, headers: read, body: redacted(body, '') };
      const { error } = (call.body ?? {}) as { error?: { code?: string } };
      if (body !== null) calls.set(`${kind} ${status} ${error?.code ?? ''} ${read['idempotent-replayed'] ?? ''}`, call);
    }
  }
  return [...calls.values()].sort((a, b) => keyOf(a).localeCompare(keyOf(b)));
}

/** Splits a list of session events, whose fields depend on their type and stop reason. Keeps other responses whole. */
function answersIn(operation: string, body: unknown): { kind: string; body: unknown }[] {
  if (!/^GET .*\/sessions\/\{id\}\/events/.test(operation)) return [{ kind: operation, body }];
  const { data } = (body ?? {}) as { data?: unknown };
  return (Array.isArray(data) ? data : [body]).map((event: unknown) => {
    const { type, stop_reason: stop } = (event ?? {}) as { type?: unknown; stop_reason?: { type?: unknown } };
    const kinds = [type, ...(stop ? [stop.type] : [])].map((word) => textOf(String(word), 'type'));
    return { kind: `${operation} ${kinds.join(' ')}`, body: event };
  });
}

/** Writes redacted responses, which tests compare with the stand-ins'. @throws Error if they still contain a secret */
export function writeRecord(
  folder: string,
  provider: Provider,
  calls: RecordedCall[],
  secrets: readonly string[],
): string {
  const text = `${JSON.stringify(calls, null, 2)}\n`;
  if (secrets.some((secret) => secret.length > 7 && text.includes(secret)))
    throw new Error(`The redacted answers of ${provider} still contain a key. Nothing was written.`);
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `${provider}.json`);
  writeFileSync(path, text);
  return path;
}

/** Lists errors and fields that only the stand-in has, and fields whose types differ. */
export function differencesOf(standIn: readonly RecordedCall[], provider: readonly RecordedCall[]): string[] {
  return standIn.flatMap((call) => {
    const { answers, asked } = answersTo(call, provider);
    if (answers.length === 0) return asked && call.status >= 400 ? [`${keyOf(call)}: never sent by the provider`] : [];
    const theirs = typesOf(answers.map(({ body }) => body));
    const missing = [...typesOf([call.body]).keys()].filter((field) => !theirs.has(field) && !hasEmpty(field, theirs));
    return [...missing.map((field) => `${keyOf(call)}: ${field} is missing`), ...typesThatDiffer([call], answers)];
  });
}

/** Fields whose types differ between a provider and its stand-in. */
export function typesThatDiffer(standIn: readonly RecordedCall[], provider: readonly RecordedCall[]): string[] {
  return standIn.flatMap((call) => {
    const theirs = typesOf(answersTo(call, provider).answers.map(({ body }) => body));
    return [...typesOf([call.body])].flatMap(([field, types]) => {
      const seen = theirs.get(field) ?? new Set();
      const other = [...types].filter((type) => type !== 'null' && !seen.has(type));
      const known = [...seen].filter((type) => type !== 'null');
      return other.length === 0 || known.length === 0
        ? []
        : [`${keyOf(call)}: ${field} is ${known.join(' or ')}, not ${other.join(' or ')}`];
    });
  });
}

function answersTo(call: RecordedCall, provider: readonly RecordedCall[]) {
  const asked = provider.filter(({ operation }) => operation === call.operation);
  return { asked: asked.length > 0, answers: asked.filter(({ status }) => status === call.status) };
}

const keyOf = ({ operation, status }: RecordedCall) => `${operation} ${status}`;

/** True if a parent field is null or an empty list, so the fields below it are unknown. */
function hasEmpty(field: string, theirs: Map<string, Set<string>>): boolean {
  const parts = field.split('.');
  return parts.some((_, count) => {
    const above = parts.slice(0, count).join('.');
    const types = theirs.get(above);
    return count > 0 && types !== undefined && !types.has('object') && !(types.has('list') && theirs.has(`${above}.*`));
  });
}

function typesOf(bodies: readonly unknown[]): Map<string, Set<string>> {
  const types = new Map<string, Set<string>>();
  const walk = (value: unknown, path: string) => {
    const type = value === null ? 'null' : Array.isArray(value) ? 'list' : typeof value;
    if (path !== '') types.set(path, (types.get(path) ?? new Set()).add(type));
    if (FREE.has(path.split('.').at(-1)!) || FREE.has(path.split('.').slice(-2).join('.'))) return;
    const below = (name: string) => (path === '' ? name : `${path}.${name}`);
    if (Array.isArray(value)) for (const each of value) walk(each, below('*'));
    else if (value !== null && typeof value === 'object')
      for (const [name, each] of Object.entries(value)) walk(each, below(name));
  };
  for (const body of bodies) walk(body, '');
  return types;
}

function parsed(body: string): unknown {
  const text = body.startsWith('event:') || body.startsWith('data:') ? (/^data: ?(.*)$/m.exec(body)?.[1] ?? '') : body;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

function redacted(value: unknown, name: string): unknown {
  if (typeof value === 'string') return textOf(value, name);
  if (Array.isArray(value)) return value.slice(0, MOST_ITEMS).map((each) => redacted(each, name));
  if (value === null || typeof value !== 'object') return value;
  // Free-form objects can have any field names.
  if (FREE.has(name)) return {};
  return Object.fromEntries(Object.entries(value).map(([field, each]) => [field, redacted(each, field)]));
}

function textOf(value: string, name: string): string {
  if (WORDS.has(name) && WORD.test(value)) return value;
  const [, prefix] = ID.exec(value) ?? [];
  return prefix ? `${prefix}_x` : 'text';
}

const plain = (value: string) => (/^[\w./;= -]{1,60}$/.test(value) ? value : 'text');

/** Recorded responses of the stand-ins, written by `first-contact --out admin/first-contact/stand-ins`. */
export const STAND_IN_RECORDS = { payments, mail, agents } as unknown as Record<Provider, readonly RecordedCall[]>;
