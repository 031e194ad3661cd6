import type { DimensionName, Findings } from './contract/findings';

type Verdict = Pick<Findings['verdict'], 'recommendation' | 'confidence'>;

export const RECOMMENDATION_LABELS: Record<Verdict['recommendation'], string> = {
  pursue: 'Pursue',
  refine: 'Refine',
  avoid: 'Avoid',
};

const MEANINGS: Record<Verdict['recommendation'], Record<Verdict['confidence'], string>> = {
  pursue: {
    high: 'The evidence supports starting now.',
    medium: 'The evidence speaks for it. Test its weakest score before you invest.',
    low: 'It looks promising, but the evidence is thin. Test demand before you invest.',
  },
  refine: {
    high: 'Worth another look once its weak points are reworked.',
    medium: 'Worth another look once its weak points are reworked.',
    low: 'Worth another look, but the evidence is thin. Rework its weak points and check them again.',
  },
  avoid: {
    high: 'The evidence speaks against investing in it as it stands.',
    medium: 'The evidence speaks against investing in it as it stands.',
    low: 'What we found speaks against it, but the evidence is thin.',
  },
};

/** Advice of a verdict in a sentence or two, no stronger than its confidence. */
export function verdictMeaning({ recommendation, confidence }: Verdict): string {
  return MEANINGS[recommendation][confidence];
}

/** Name of a dimension for people, such as `Operator fit`. */
export function dimensionLabel(name: DimensionName): string {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
