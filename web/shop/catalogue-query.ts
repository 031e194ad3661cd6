import { Type, type Static } from '@sinclair/typebox';
import { idSchema } from '../../contracts/ids';
import type { CatalogueFilter, Place } from '../../store/opportunities/search-teasers';

const FIELDS = ['q', 'niche', 'geography', 'language', 'maxPrice', 'minScore', 'cursor'] as const;
type FieldName = (typeof FIELDS)[number];

const anything = Type.Optional(Type.Unsafe<unknown>({}));

/** Query of the catalogue's page. Nothing is refused here, because a person's mistake is shown next to its field. */
export const CatalogueQuery = Type.Object({
  q: anything,
  niche: anything,
  geography: anything,
  language: anything,
  maxPrice: anything,
  minScore: anything,
  cursor: anything,
});

/** What a reader asked the catalogue for. */
export interface CatalogueRequest {
  /** Values as they were given, for the form and for links; absent where nothing was. */
  given: Partial<Record<FieldName, string>>;
  /** Errors by field, in words; nothing is searched while there are any. */
  errors: Partial<Record<FieldName, string>>;
  filter: CatalogueFilter;
  after: Place | null;
}

const LONGEST = 200;
const PRICE = /^\$?\s?(\d{1,3}(?:,\d{3})+|\d{1,7})(?:\.(\d{1,2}))?$/;
const SCORE = /^(?:100|\d{1,2})$/;
const CURSOR = new RegExp(`^(100|\\d{1,2})-(${idSchema('opp').pattern!.replace(/^\^|\$$/g, '')})$`);

/** Reads a query that anybody may have written; of a field that is given twice the first counts. */
export function readCatalogueQuery(query: Static<typeof CatalogueQuery>): CatalogueRequest {
  const given = givenIn(query);
  const errors: CatalogueRequest['errors'] = {};
  for (const name of FIELDS) {
    if ((given[name] ?? '').length > LONGEST) errors[name] = `Use at most ${LONGEST} characters.`;
  }
  const maxPrice = centsOf(given.maxPrice);
  if (maxPrice === null) errors.maxPrice = 'Enter an amount in dollars, such as 500.';
  const minScore = given.minScore === undefined || SCORE.test(given.minScore) ? given.minScore : null;
  if (minScore === null) errors.minScore = 'Enter a score from 0 to 100.';
  const after = placeOf(given.cursor);
  if (after === undefined) errors.cursor = 'This part of the list does not exist. Start from the beginning.';
  const { q: words, niche: topic, geography, language } = given;
  return {
    given,
    errors,
    filter: {
      ...(words !== undefined && { words }),
      ...(topic !== undefined && { topic }),
      ...(geography !== undefined && { geography }),
      ...(language !== undefined && { language }),
      ...(typeof maxPrice === 'number' && { maxPrice }),
      ...(typeof minScore === 'string' && { minScore: Number(minScore) }),
    },
    after: after ?? null,
  };
}

/** Address of the same list, after a place or from its beginning. */
export function cataloguePath(given: CatalogueRequest['given'], after: Place | null): string {
  const { cursor: _before, ...filters } = given;
  const query = new URLSearchParams({ ...filters, ...(after && { cursor: `${after.score}-${after.id}` }) });
  return query.size === 0 ? '/opportunities' : `/opportunities?${query.toString()}`;
}

function givenIn(query: Static<typeof CatalogueQuery>): CatalogueRequest['given'] {
  const values = FIELDS.flatMap((name) => {
    const value: unknown = [query[name]].flat()[0];
    return typeof value === 'string' && value !== '' ? [[name, value] as const] : [];
  });
  return Object.fromEntries(values);
}

// Undefined where nothing was given, null where it is no amount.
function centsOf(text: string | undefined): number | null | undefined {
  if (text === undefined) return undefined;
  const [, dollars, cents = ''] = PRICE.exec(text) ?? [];
  return dollars === undefined ? null : Number(dollars.replaceAll(',', '')) * 100 + Number(cents.padEnd(2, '0'));
}

// Null where nothing was given, undefined where it is no place.
function placeOf(cursor: string | undefined): Place | null | undefined {
  if (cursor === undefined) return null;
  const [, score, id] = CURSOR.exec(cursor) ?? [];
  return id === undefined ? undefined : { score: Number(score), id };
}
