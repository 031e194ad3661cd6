import { DEFAULT_CANDIDATE_COUNT, SearchCreate } from '../../../contracts/runs';
import { bodyCheck } from '../../../http/validation';
import { textArea, textField } from '../../components/form-field';
import { languageField, languageOf } from './language-field';
import type { RunForm } from './run-form';

const FIELDS = SearchCreate.properties;

/** Form of a Custom Search; `expertise` has a line each. */
export const customSearchForm: RunForm = {
  fields: ['operatorProfile', 'expertise', 'candidateCount', 'language'],
  bodyOf({ operatorProfile = '', expertise = '', candidateCount = '', language }) {
    const lines = expertise.split('\n').map((line) => line.trim());
    // What is no number is left to the schema to refuse.
    const count = /^\d+$/.test(candidateCount) ? +candidateCount : candidateCount;
    return {
      operatorProfile,
      expertise: [...new Set(lines.filter(Boolean))],
      candidateCount: candidateCount === '' ? DEFAULT_CANDIDATE_COUNT : count,
      ...languageOf(language),
    };
  },
  check: bodyCheck(SearchCreate),
  inputs: (field) => [
    textArea({
      ...field('operatorProfile'),
      label: 'About you',
      hint: 'Your experience, time, means and reach: who would run the newsletter? 10 to 4,000 characters.',
      rows: 7,
      minLength: FIELDS.operatorProfile.minLength!,
      maxLength: FIELDS.operatorProfile.maxLength!,
      required: true,
    }),
    textArea({
      ...field('expertise'),
      label: 'What you know well',
      hint: 'One subject a line, at most 20.',
      rows: 5,
      required: true,
    }),
    textField({
      ...field('candidateCount'),
      label: 'Ideas to research',
      hint: `${FIELDS.candidateCount.minimum} to ${FIELDS.candidateCount.maximum}. More ideas take longer.`,
      type: 'number',
      min: FIELDS.candidateCount.minimum!,
      max: FIELDS.candidateCount.maximum!,
      value: field('candidateCount').value || String(DEFAULT_CANDIDATE_COUNT),
    }),
    languageField(field),
  ],
  flawInWords({ pointer, code, detail }, name) {
    if (name === 'candidateCount' && code === 'wrong_type') return 'This must be a whole number.';
    if (name !== 'expertise') return null;
    if (code === 'too_few_items' || code === 'required') return 'Name at least one subject.';
    const line = /\/(\d+)$/.exec(pointer)?.[1];
    return line === undefined ? null : `Line ${Number(line) + 1} ${detail}.`;
  },
};
