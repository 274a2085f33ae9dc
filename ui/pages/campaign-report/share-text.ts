import { language } from '../../lib/language'

/** Share as a percentage with at most one decimal, such as 12,5%. */
export const shareText = (share: number) =>
  share.toLocaleString(language.peek(), { style: 'percent', maximumFractionDigits: 1 })

export const countText = (count: number) => count.toLocaleString(language.peek())
