import { limits } from './limits'

/** Outcomes of a company's setting: one per line, without repetitions. */
export const outcomesOf = (setting: string): string[] => [
  ...new Set(
    setting
      .split('\n')
      .map((line) => line.trim().slice(0, limits.outcome.max))
      .filter(Boolean),
  ),
]
