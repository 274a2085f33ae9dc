import { breakpoints, useMediaQuery } from '../../../../lib/media-query'
import { useValue } from '../../../../lib/use-value'
import { density } from '../store/density'

/** Heights of a row in px: compact, comfortable, and on phones, where fingers need more. */
const heights = { compact: 56, comfortable: 72, phone: 68 }

/** Height of each row in px. */
export function useRowHeight(): number {
  const isPhone = useMediaQuery(breakpoints.phone)
  const chosen = useValue(density)
  return isPhone ? Math.max(heights.phone, heights[chosen]) : heights[chosen]
}
