import { html, type Markup } from '../../platform/html';
import type { Facet } from '../../store/opportunities/read-facets';
import { selectField, textField } from '../components/form-field';
import { hiddenFields } from '../components/hidden-fields';
import type { CatalogueRequest } from './catalogue-query';
import { languageName } from './language-name';

/** Search and filters of the catalogue: one form that a link can repeat. */
export function catalogueFilters({ given, errors }: CatalogueRequest, facets: readonly Facet[]): Markup {
  const choice = (property: Facet['property'], any: string, labelOf: (value: string) => string = (value) => value) => {
    const chosen = given[property === 'topic' ? 'niche' : property];
    const values = facets.filter((facet) => facet.property === property);
    const missing = chosen !== undefined && values.every(({ value }) => value !== chosen);
    return [
      { value: '', label: any },
      ...(missing ? [{ value: chosen, label: chosen }] : []),
      ...values.map(({ value, count }) => ({ value, label: `${labelOf(value)} (${count})` })),
    ];
  };
  const asGiven = (name: keyof CatalogueRequest['given']) => ({
    name,
    value: given[name] ?? '',
    ...(errors[name] && { error: errors[name] }),
  });
  return html`<form
    class="panel filters catalogue-filters"
    method="get"
    action="/opportunities"
    role="search"
    aria-label="Opportunities"
  >
    ${textField({ ...asGiven('q'), label: 'Search', type: 'search', maxLength: 200 })}
    ${selectField({ ...asGiven('niche'), label: 'Topic', options: choice('topic', 'All topics') })}
    ${selectField({ ...asGiven('geography'), label: 'Geography', options: choice('geography', 'Anywhere') })}
    ${selectField({ ...asGiven('language'), label: 'Language', options: choice('language', 'Any', languageName) })}
    ${textField({ ...asGiven('maxPrice'), label: 'Price up to, $', type: 'number', min: 0 })}
    ${textField({ ...asGiven('minScore'), label: 'Score from', type: 'number', min: 0, max: 100 })}
    ${hiddenFields({ sort: given.sort }, [])}
    <button type="submit">Show</button>
  </form>`;
}
