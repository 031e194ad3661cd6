import { InvalidArgumentError } from 'commander';

/** Reads an option as a whole number from `least`, of ten digits at most. */
export const wholeNumber = (least: number) => (value: string) => {
  if (!/^\d{1,10}$/.test(value) || Number(value) < least)
    throw new InvalidArgumentError(`a whole number from ${least}`);
  return Number(value);
};
