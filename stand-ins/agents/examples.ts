import type { ResearchBrief } from '../../contracts/agent';
import type { Submission } from '../../contracts/findings';
import { EVIDENCE_FLOOR } from '../../domain/findings-rules/completeness';
import { readFolder } from '../base/data';
import { withDates } from '../web/relative-dates';
import type { SampleShape } from './sample-shape';

/** Research written by hand for one idea. Its dates are relative (see {@link withDates}). */
export interface Example {
  idea: string;
  audience?: string;
  geography?: string;
  submission: object;
}

let loaded: Example[] | null = null;

/** All examples, read once. */
export const examples = (): readonly Example[] => (loaded ??= readFolder<Example>('agents/examples'));

/**
 * The example for a brief, with dates counted back from `openedAt`. Null for any other idea, for an audience or geography
 * that the example does not have, and for a shape that asks for anything but ordinary research.
 */
export function exampleFor(brief: ResearchBrief, openedAt: Date, shape: SampleShape | null = null): Submission | null {
  if (shape && !isOrdinary(shape)) return null;
  const found = examples().find((example) => isAbout(example, brief));
  return found ? (withDates(found.submission, openedAt) as Submission) : null;
}

function isOrdinary({ sources, plain, writing, manner, misquoted }: SampleShape): boolean {
  return sources >= EVIDENCE_FLOOR.sources && !plain && !writing && !manner && !misquoted;
}

function isAbout(example: Example, { idea, audience, geography }: ResearchBrief): boolean {
  return (
    plainly(idea) === plainly(example.idea) &&
    (!audience || plainly(audience) === plainly(example.audience)) &&
    (!geography || plainly(geography) === plainly(example.geography))
  );
}

/** A text by its letters and digits alone. */
const plainly = (text = '') => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
