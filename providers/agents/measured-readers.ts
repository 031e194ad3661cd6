import readers from './measured-readers.json';

/** Agreement with the labelled pairs of claims, in percent, below which a model is not used as the second reader. */
export const LEAST_AGREEMENT = 90;

/** How a model did with the labelled pairs of claims. */
export interface MeasuredReader {
  /** Pairs that it judged as they are labelled, in percent. */
  agreement: number;
  /** Day of the measurement, in UTC. */
  day: string;
  /** `READER_DEFINITION` of that day: of another prompt or tool it says nothing. */
  definition: string;
}

/** Models that were measured, as `npm run evals -- --claims --keep` writes them into `measured-readers.json`. */
export const MEASURED_READERS: Readonly<Record<string, MeasuredReader>> = readers;
