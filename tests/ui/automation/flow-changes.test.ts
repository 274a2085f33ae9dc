import { describe, expect, test } from 'bun:test'
import { startId } from '../../../src/shared/flow/node'
import { readFlow, type StoredFlow } from '../../../src/shared/flow/read'
import type { StoredNode } from '../../../src/shared/flow/read-node'
import {
  addNode,
  changeData,
  connect,
  copyOf,
  disconnect,
  emptyFlow,
  move,
  newId,
  paste,
  remove,
} from '../../../ui/pages/automation/flow-editor/editor/flow-changes'

const menu = (...values: string[]) => ({
  type: 'menu',
  data: { message: 'Setor?', arrayOption: values.map((value, at) => ({ number: at + 1, value })) },
})
const message = (text: string) => ({ type: 'message', data: { label: text } })
/** Start → menu, whose first option leads to a message. */
function triage(): StoredFlow {
  let flow = addNode(addNode(emptyFlow(), menu('Vendas', 'Suporte'), 'm'), message('Olá'), 'x')
  flow = connect(flow, startId, 'a', 'm')
  return connect(flow, 'm', 'a1', 'x')
}
const ways = ({ connections }: StoredFlow) =>
  connections.map(({ source, sourceHandle, target }) => `${source}/${sourceHandle}→${target}`)
const at = (flow: StoredFlow, id: string) => (flow.nodes.find((node) => node.id === id) as StoredNode).position

test('a new id has 30 letters and digits', () => {
  expect(newId()).toMatch(/^[A-Za-z0-9]{30}$/)
  expect(newId()).not.toBe(newId())
})

test('a new flow is its start, and the server reads it', () => {
  expect(readFlow(emptyFlow())).toEqual({ nodes: [{ id: startId, kind: 'start', data: {} }], edges: [] })
})

describe('addNode', () => {
  test('places a node 50 px past the width of the last one, at the same height', () => {
    const flow = addNode(addNode(emptyFlow(), message('a'), 'a'), message('b'), 'b')
    expect(at(flow, 'a')).toEqual({ x: 530, y: 100 })
    expect(at(flow, 'b')).toEqual({ x: 810, y: 100 })
  })

  test('a second start replaces the first, which keeps its place and edges', () => {
    const flow = addNode(triage(), { type: 'start', data: { label: 'Outro' } })
    expect(flow.nodes.filter(({ type }) => type === 'start')).toHaveLength(1)
    expect(flow.nodes[0]).toEqual({
      ...{ id: startId, type: 'start', position: { x: 250, y: 100 }, data: { label: 'Outro' } },
    })
    expect(ways(flow)).toEqual(['1/a→m', 'm/a1→x'])
  })
})

describe('connect', () => {
  test('a way out has one edge: the later one replaces the earlier', () => {
    const flow = connect(triage(), 'm', 'a1', 'm')
    expect(ways(flow)).toEqual(['1/a→m', 'm/a1→m'])
  })
  test('no edge leads to the start or to a node that does not exist', () => {
    const flow = triage()
    expect(connect(flow, 'x', 'a', startId)).toBe(flow)
    expect(connect(flow, 'x', 'a', 'gone')).toBe(flow)
  })
  test('an edge that exists changes nothing', () => {
    const flow = triage()
    expect(connect(flow, 'm', 'a1', 'x')).toBe(flow)
  })
  test('disconnect removes the edge of one way out', () => {
    expect(ways(disconnect(triage(), 'm', 'a1'))).toEqual(['1/a→m'])
  })
})

describe('changeData', () => {
  test('a menu that loses an option loses its edge', () => {
    const flow = connect(triage(), 'm', 'a2', 'x')
    expect(ways(changeData(flow, 'm', menu('Vendas').data))).toEqual(['1/a→m', 'm/a1→x'])
  })
  test('the edges of an unknown kind stay', () => {
    const flow = connect(addNode(triage(), { type: 'quantum', data: {} }, 'q'), 'q', 'a7', 'x')
    expect(ways(changeData(flow, 'q', { spin: 1 }))).toContain('q/a7→x')
  })
})

describe('remove', () => {
  test('a node goes with its edges', () => {
    const flow = remove(triage(), ['m'])
    expect(flow.nodes.map(({ id }) => id)).toEqual([startId, 'x'])
    expect(flow.connections).toEqual([])
  })
  test('the start stays', () => {
    const flow = triage()
    expect(remove(flow, [startId])).toBe(flow)
  })
  test('an edge goes alone', () => {
    expect(ways(remove(triage(), [], ['1-a']))).toEqual(['m/a1→x'])
  })
})

describe('copies', () => {
  test('stand 240 px right of the rightmost node, with new ids and the edges among them', () => {
    const before = triage()
    const { flow, ids } = paste(before, copyOf(before, ['m', 'x', startId]))
    expect(ids).toHaveLength(2)
    expect(at(flow, ids[0] as string)).toEqual({ x: at(before, 'x').x + 240, y: 100 })
    expect(at(flow, ids[1] as string)).toEqual({ x: at(before, 'x').x + 520, y: 100 })
    expect(ways(flow)).toEqual(['1/a→m', 'm/a1→x', `${ids[0]}/a1→${ids[1]}`])
    readFlow(flow)
  })
  test('share no data with their originals', () => {
    const before = triage()
    const { flow, ids } = paste(before, copyOf(before, ['m']))
    const copy = flow.nodes.find(({ id }) => id === ids[0])
    expect(copy?.data).toEqual(menu('Vendas', 'Suporte').data)
    expect(copy?.data).not.toBe(before.nodes[1]?.data)
  })
  test('of the start alone are nothing', () => {
    const before = triage()
    expect(paste(before, copyOf(before, [startId]))).toEqual({ flow: before, ids: [] })
  })
})

test('move to the places that nodes have changes nothing', () => {
  const flow = triage()
  expect(move(flow, new Map([['m', at(flow, 'm')]]))).toBe(flow)
  expect(at(move(flow, new Map([['m', { x: 1, y: 2 }]])), 'm')).toEqual({ x: 1, y: 2 })
})
