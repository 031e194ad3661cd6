import { EvaluationCreate } from '../../../contracts/runs';
import { bodyCheck } from '../../../http/validation';
import { textArea, textField } from '../../components/form-field';
import { languageField, languageOf } from './language-field';
import type { RunForm } from './run-form';

const FIELDS = EvaluationCreate.properties;

/** Form of an Idea Check. */
export const ideaCheckForm: RunForm = {
  fields: ['idea', 'audience', 'geography', 'language'],
  bodyOf: ({ idea = '', audience = '', geography = '', language }) => ({
    idea,
    audience,
    geography,
    ...languageOf(language),
  }),
  check: bodyCheck(EvaluationCreate),
  inputs: (field) => [
    textArea({
      ...field('idea'),
      label: 'Your newsletter idea',
      hint: 'Its topic, its readers, what an issue contains and how often it appears. 10 to 4,000 characters.',
      rows: 8,
      minLength: FIELDS.idea.minLength!,
      maxLength: FIELDS.idea.maxLength!,
      required: true,
    }),
    textField({
      ...field('audience'),
      label: 'Readers (optional)',
      hint: 'Such as home owners from 35 to 65.',
      maxLength: FIELDS.audience.maxLength!,
    }),
    textField({
      ...field('geography'),
      label: 'Country or region (optional)',
      hint: 'Such as Germany.',
      maxLength: FIELDS.geography.maxLength!,
    }),
    languageField(field),
  ],
};
