import { DOSSIER_LANGUAGES } from '../../../contracts/dossier-language';
import type { Markup } from '../../../platform/html';
import { selectField } from '../../components/form-field';
import type { FieldOf } from './run-form';

const OPTIONS = [
  { value: '', label: 'No preference' },
  ...Object.entries(DOSSIER_LANGUAGES).map(([value, label]) => ({ value, label })),
];

/** Choice of the language in which the agents write. */
export function languageField(field: FieldOf): Markup {
  return selectField({
    ...field('language'),
    label: 'Language of the findings',
    hint: 'Headings of the dossier are in English, quotations in the language of their page.',
    options: OPTIONS,
  });
}

/** The part of a body that a form without a choice leaves out. */
export function languageOf(language = ''): { language?: string } {
  return language === '' ? {} : { language };
}
