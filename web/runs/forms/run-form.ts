import type { FieldError } from '../../../contracts/failures';
import type { Check } from '../../../http/validation';
import type { Markup } from '../../../platform/html';

/** Fields of a form as a person filled them in, by their names in the API. */
export type SentFields = Partial<Record<string, string>>;

/** One input with its value, and its flaw in words where it has one. */
export type FieldOf = (name: string) => { name: string; value: string; error?: string };

/** Form that starts one kind of run. */
export interface RunForm {
  fields: readonly string[];
  /** Body of the API for what was sent, not checked yet. */
  bodyOf(sent: SentFields): Record<string, unknown>;
  /** The check of the API. */
  check: Check;
  inputs(field: FieldOf): Markup[];
  /** Words for a flaw of a field that the general ones do not fit; null for others. */
  flawInWords?(error: FieldError, name: string): string | null;
}
