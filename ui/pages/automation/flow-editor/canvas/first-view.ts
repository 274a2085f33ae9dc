import type { Viewport } from '@xyflow/react'
import { startId } from '../../../../../src/shared/flow/node'
import type { StoredFlow } from '../../../../../src/shared/flow/read'

/** Smallest zoom that the canvas takes by itself: texts of 13 px are drawn at 10 px. */
export const leastZoom = 0.75

/** Distance in px of the start from the left and upper side of the canvas. */
const margin = { x: 40, y: 120 }

/** View with which a flow opens: the start at the upper left, at 100 %. */
export function firstView({ nodes }: StoredFlow): Viewport {
  const { x, y } = nodes.find(({ id }) => id === startId)?.position ?? { x: 0, y: 0 }
  return { x: margin.x - x, y: margin.y - y, zoom: 1 }
}

interface Box {
  left: number
  top: number
  width: number
  height: number
}

/** Distance in px between a card brought into view and the side of the canvas. */
const clearance = 32

/**
 * Shift in px of the view that brings a box into it, as short as possible; boxes that are larger than the view show their
 * upper left corner. Zero for a box in view.
 */
export function shiftInto(box: Box, view: { width: number; height: number }): { x: number; y: number } {
  return { x: along(box.left, box.width, view.width), y: along(box.top, box.height, view.height) }
}

function along(from: number, size: number, length: number): number {
  if (from >= 0 && from + size <= length) return 0
  if (from < 0 || size + 2 * clearance > length) return clearance - from
  return length - clearance - size - from
}
