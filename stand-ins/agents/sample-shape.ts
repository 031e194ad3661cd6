import type { Manner } from './manners';
import { FULL_DEPTH, type SampleDepth } from './sample-depth';
import { FIRST_SOURCES } from './sample-sources';
import type { Writing } from './sample-texts';

/** Most competitors of a sample. */
export const MOST_COMPETITORS = 12;

/** Numbers in which samples differ (`variety.ts` draws them). */
export interface SampleShape {
  /** At least one: scores that are no inference cite something. */
  sources: number;
  competitors: number;
  /** Number of the last sources whose excerpts are on no page. */
  misquoted?: number;
  /** Parts of depth; {@link FULL_DEPTH} by default. */
  depth?: SampleDepth;
  /** How the agent works, unless as it is asked. */
  manner?: Manner;
  /** How it is written, unless in plain English. */
  writing?: Writing;
  /** True if the first submission is made twice in one turn. */
  twice?: true;
  /** Names the sites that it cites and nobody else does; without it all agents cite the same. */
  site?: string;
  /** True if the agent corrects by changes, not by the whole document. */
  patches?: true;
  /** True if the agent ends its turn and submits nothing. */
  idle?: true;
  /** True if the agent's tool knows neither depth nor calculations, as that of 1.0.0. */
  plain?: true;
}

/** Shape of a sample that no session drew. */
export const USUAL_SHAPE = { sources: FIRST_SOURCES, competitors: 3, depth: FULL_DEPTH } satisfies SampleShape;
