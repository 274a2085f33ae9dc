import { describe, expect, test } from 'bun:test'
import { compareFlows, isSame } from '../../../src/shared/flow/differences'
import { edge, node } from '../../flow-company'

const flow = {
  nodes: [
    node('1', 'start'),
    node('hi', 'message', { label: 'Oi' }),
    node('wait', 'interval', { sec: '5' }),
    node('end', 'end'),
  ],
  connections: [edge('1', 'hi'), edge('hi', 'wait'), edge('wait', 'end')],
}

describe('two contents of a flow', () => {
  test('are the same when only places, the order of fields, and numbers as texts differ', () => {
    const moved = flow.nodes.map((one) => ({ ...one, position: { x: 9, y: 9 }, data: { ...one.data } }))
    const wait = { ...node('wait', 'interval'), data: { label: 'Intervalo 5 seg.', sec: 5 } }
    const other = { ...flow, nodes: moved.map((one) => (one.id === 'wait' ? wait : one)) }
    expect(isSame(compareFlows(flow, other))).toBe(true)
  })

  test('differ by added, removed and changed nodes, and by ways of nodes that both have', () => {
    const after = {
      nodes: [
        node('1', 'start'),
        node('hi', 'message', { label: 'Bom dia' }),
        node('menu', 'menu'),
        node('end', 'end'),
      ],
      connections: [edge('1', 'hi'), edge('hi', 'menu'), edge('menu', 'end', 'a1')],
    }
    const { added, removed, changed, ways } = compareFlows(flow, after)
    expect([added, removed].map((nodes) => nodes.map(({ id }) => id))).toEqual([['menu'], ['wait']])
    expect(changed.map(({ before, after }) => [before.data, after.data])).toEqual([
      [{ label: 'Oi' }, { label: 'Bom dia' }],
    ])
    expect(ways).toEqual([{ source: 'hi', handle: 'a', before: 'wait', after: 'menu' }])
  })

  test('differ by a type of a newer version and by data that cannot be read', () => {
    const odd = (data: object) => ({ nodes: [node('1', 'start'), node('x', 'hologram', data)], connections: [] })
    expect(compareFlows(odd({ a: 1 }), odd({ a: 2 })).changed).toHaveLength(1)
    expect(isSame(compareFlows(odd({ a: 1 }), odd({ a: 1 })))).toBe(true)
    const broken = (label: number[]) => ({
      nodes: [node('1', 'start'), node('x', 'message', { label })],
      connections: [],
    })
    expect(compareFlows(broken([1]), broken([2])).changed).toHaveLength(1)
  })

  test('differ by a way that leads nowhere any more', () => {
    const cut = { ...flow, connections: flow.connections.slice(0, 2) }
    expect(compareFlows(flow, cut).ways).toEqual([{ source: 'wait', handle: 'a', before: 'end', after: null }])
  })
})
