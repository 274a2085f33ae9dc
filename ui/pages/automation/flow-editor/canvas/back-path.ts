import { type EdgeProps, getSmoothStepPath } from '@xyflow/react'

/** Upper and lower side of a card on the canvas, in px. */
export interface Extent {
  top: number
  bottom: number
}

type Ends = Pick<EdgeProps, 'sourceX' | 'sourceY' | 'sourcePosition' | 'targetX' | 'targetY' | 'targetPosition'>

/** Path of an edge in SVG, and the place of its label. */
export type Route = [path: string, x: number, y: number]

/** Distance in px between a card and an edge that turns back around it. */
const clearance = 24

/**
 * Route of an edge that leads back to the left. It turns below its two cards, or between them when one is above the
 * other; a curve would run behind the cards, which cover edges.
 */
export function backPath(ends: Ends, source: Extent, target: Extent): Route {
  const centerY = turnOf(source, target)
  const [path, x] = getSmoothStepPath({ ...ends, centerY, offset: clearance, borderRadius: clearance / 2 })
  return [path, x, centerY]
}

/** Height at which an edge turns back from one card to another. */
function turnOf(source: Extent, target: Extent): number {
  const [upper, lower] = source.top < target.top ? [source, target] : [target, source]
  const isStacked = lower.top - upper.bottom >= clearance
  return isStacked ? (upper.bottom + lower.top) / 2 : Math.max(upper.bottom, lower.bottom) + clearance
}
