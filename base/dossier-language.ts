import { Type } from '@sinclair/typebox';

/** Languages that agents write findings in, with their English names. The labels of a dossier are always English. */
export const DOSSIER_LANGUAGES = {
  de: 'German',
  en: 'English',
  es: 'Spanish',
  fr: 'French',
  it: 'Italian',
  nl: 'Dutch',
  pt: 'Portuguese',
} as const;
export type DossierLanguage = keyof typeof DOSSIER_LANGUAGES;

/** Language that a run can ask for (docs/interface/runs.md). */
export const OwnLanguage = Type.Unsafe<DossierLanguage>(
  Type.String({
    enum: Object.keys(DOSSIER_LANGUAGES),
    description:
      'Language of the findings. The default is `en` unless the operator chose another. Labels of the dossier stay English, and quotes keep the language of their page.',
  }),
);
