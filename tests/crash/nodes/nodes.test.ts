import { test } from 'bun:test'
import { isFull } from '../../size'
import type { Disturbance } from './disturbances'
import { type NodeScenario, runNodeScenario } from './scenario'

const everyWay: Disturbance[] = ['kill', 'freeze', 'cut', 'stop']

/** In full size 30 disturbances of each way, of a minute each. */
const scenarios: NodeScenario[] = isFull
  ? [
      {
        nodes: 3,
        numbers: 200,
        ways: Array.from({ length: 30 }, () => everyWay).flat(),
        rates: { inbound: 0.1, outbound: 0.1 },
        isLong: true,
      },
    ]
  : [
      { nodes: 2, numbers: 4, ways: ['stop', 'kill'], rates: { inbound: 2, outbound: 2 }, isLong: false },
      { nodes: 3, numbers: 6, ways: ['freeze', 'cut'], rates: { inbound: 2, outbound: 2 }, isLong: false },
    ]

test.each(scenarios)(
  '$nodes processes with $numbers numbers under traffic: after each $ways the others have the sessions, and no message is lost, doubled or out of order',
  runNodeScenario,
  isFull ? 6 * 3_600_000 : 900_000,
)
