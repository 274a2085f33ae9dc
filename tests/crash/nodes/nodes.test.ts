import { test } from 'bun:test'
import { isFull } from '../../size'
import type { Disturbance } from './disturbances'
import { type NodeScenario, runNodeScenario } from './scenario'

const everyWay: Disturbance[] = ['kill', 'freeze', 'cut', 'stop']

/**
 * Sizes between the everyday one and the full one: `NODE_NUMBERS=60 NODE_WAYS=kill,freeze NODE_ROUNDS=2` takes two rounds
 * of these two disturbances; without `NODE_WAYS` each round has one of each way.
 */
const { NODE_NUMBERS = '0', NODE_ROUNDS = '1', NODE_WAYS = everyWay.join() } = process.env
const chosen: NodeScenario = {
  nodes: 3,
  numbers: Number(NODE_NUMBERS),
  ways: Array.from({ length: Number(NODE_ROUNDS) }, () => NODE_WAYS.split(',') as Disturbance[]).flat(),
  rates: { inbound: 0.1, outbound: 0.1 },
  isLong: false,
}

/** In full size 30 disturbances of each way, of a minute each. */
const everyday: NodeScenario[] = isFull
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

test.each(chosen.numbers > 0 ? [chosen] : everyday)(
  '$nodes processes with $numbers numbers under traffic: after each $ways the others have the sessions, and no message is lost, doubled or out of order',
  runNodeScenario,
  isFull ? 6 * 3_600_000 : chosen.numbers > 0 ? 3_600_000 : 900_000,
)
