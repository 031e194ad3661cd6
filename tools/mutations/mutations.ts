import { MONEY } from './money';
import type { Mutation } from './play';
import { REQUESTS } from './requests';
import { REVIEWS } from './reviews';
import { RUNS } from './runs';

/** Promises and careless changes that break them. Each change compiles and removes all code that keeps the promise. */
export const MUTATIONS: readonly Mutation[] = [...REQUESTS, ...MONEY, ...RUNS, ...REVIEWS];
