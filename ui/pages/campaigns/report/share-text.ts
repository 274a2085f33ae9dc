import { locale } from '../../../lib/language'

/** Share as a percentage with at most one decimal, such as 12,5%. */
export const shareText = (share: number) =>
  share.toLocaleString(locale(), { style: 'percent', maximumFractionDigits: 1 })

export const countText = (count: number) => count.toLocaleString(locale())
