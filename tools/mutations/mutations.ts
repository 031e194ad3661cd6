import { MONEY } from './money';
import type { Mutation } from './play';
import { REQUESTS } from './requests';
import { REVIEWS } from './reviews';
import { RUNS } from './runs';

/**
 * Promises of the product, each with a careless change that breaks it. A mutation compiles, and what it takes away is
 * what the promise rests on: where two things keep a promise, neither alone is a mutation.
 */
export const MUTATIONS: readonly Mutation[] = [...REQUESTS, ...MONEY, ...RUNS, ...REVIEWS];
