/** Share with the limits of its 95 % confidence interval, each from 0 to 1. */
interface ShareInterval {
  share: number
  low: number
  high: number
}

/** Two-sided 95 % quantile of the normal distribution. */
const z = 1.959963984540054

/**
 * Share of successes with its 95 % interval after Wilson (E. B. Wilson, J. Am. Stat. Assoc. 22, 1927, 209–212), which
 * stays within 0 and 1 and is usable from a few observations on. Null without observations.
 */
export function shareInterval(successes: number, total: number): ShareInterval | null {
  if (total <= 0) return null
  const share = Math.min(1, Math.max(0, successes / total))
  const divisor = 1 + z ** 2 / total
  const centre = (share + z ** 2 / (2 * total)) / divisor
  const half = (z / divisor) * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  return { share, low: share === 0 ? 0 : centre - half, high: share === 1 ? 1 : centre + half }
}

/** Figures of one text of a campaign: answers among the messages sent. */
interface VariantResult {
  variant: number
  sent: number
  answered: number
}

/** `alone`: fewer than two texts were sent. `unclear`: the intervals of the best two overlap. */
type Comparison = { result: 'alone' | 'unclear' } | { result: 'best'; variant: number }

/**
 * Text with the most answers, if the lower limit of its interval lies above the upper limits of all others. Intervals
 * apart are a stricter condition than a test of two shares, which makes up for comparing up to five texts.
 */
export function compareVariants(variants: readonly VariantResult[]): Comparison {
  const measured = variants
    .map(({ variant, sent, answered }) => ({ variant, interval: shareInterval(answered, sent) }))
    .filter((one): one is { variant: number; interval: ShareInterval } => one.interval !== null)
    .sort((a, b) => b.interval.share - a.interval.share)
  const [first, ...others] = measured
  if (!first || others.length === 0) return { result: 'alone' }
  const isApart = others.every(({ interval }) => interval.high < first.interval.low)
  return isApart ? { result: 'best', variant: first.variant } : { result: 'unclear' }
}
