import { describe, expect, test } from 'bun:test'
import { Position } from '@xyflow/react'
import { backPath } from '../../../ui/pages/automation/flow-editor/canvas/back-path'

const sides = { sourcePosition: Position.Right, targetPosition: Position.Left }
const between = (sourceX: number, sourceY: number, targetX: number, targetY: number) => ({
  ...{ sourceX, sourceY, targetX, targetY },
  ...sides,
})
/** Heights of all points of a path. */
const heightsOf = (path: string) => [...path.matchAll(/-?[\d.]+[ ,]+(-?[\d.]+)/g)].map(([, y]) => Number(y))

describe('Edge that leads back to the left', () => {
  test('to a card of the same row it turns below both cards, where its label is', () => {
    const [path, , y] = backPath(between(1200, 120, 400, 50), { top: 0, bottom: 160 }, { top: 20, bottom: 100 })
    expect(Math.max(...heightsOf(path))).toBe(184)
    expect(y).toBe(184)
  })

  test('from a card to itself it turns below the card', () => {
    const [path] = backPath(between(200, 120, 0, 50), { top: 0, bottom: 160 }, { top: 0, bottom: 160 })
    expect(Math.max(...heightsOf(path))).toBe(184)
  })

  test('to a card of a lower row it turns between the rows', () => {
    const [path, , y] = backPath(between(1200, 50, 0, 350), { top: 0, bottom: 100 }, { top: 300, bottom: 400 })
    expect(y).toBe(200)
    expect(Math.max(...heightsOf(path))).toBe(350)
  })
})
