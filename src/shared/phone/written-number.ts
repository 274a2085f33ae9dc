import { numberOrNull } from './read-number'

/**
 * A stored number as files have it: digits where a company of the country reads them as the same number, else with `+`, so
 * that a file comes back with the same people.
 */
export const writtenNumber = (number: string, country: string): string =>
  numberOrNull(number, country) === number ? number : `+${number}`
