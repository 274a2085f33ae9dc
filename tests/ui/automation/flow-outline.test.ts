import { expect, test } from 'bun:test'
import { startId } from '../../../src/shared/flow/node'
import { arrange } from '../../../ui/pages/automation/flow-editor/editor/arrange'
import { clipText, readClip } from '../../../ui/pages/automation/flow-editor/editor/clipboard'
import { addNode, connect, copyOf, emptyFlow } from '../../../ui/pages/automation/flow-editor/editor/flow-changes'
import { lintStored } from '../../../ui/pages/automation/flow-editor/editor/lint-stored'
import { outlineOrder } from '../../../ui/pages/automation/flow-editor/editor/outline-order'
import { searchFlow } from '../../../ui/pages/automation/flow-editor/editor/search'

const message = (text: string) => ({ type: 'message', data: { label: text } })
const options = [
  { number: 1, value: 'Não sei' },
  { number: 2, value: 'Suporte' },
]

/** Start → menu → two messages that meet in a third; one node beside. */
function flowOf() {
  let flow = addNode(emptyFlow(), message('fim'), 'end')
  flow = addNode(flow, message('sozinho'), 'alone')
  flow = addNode(flow, { type: 'menu', data: { message: 'Setor?', arrayOption: options } }, 'menu')
  flow = addNode(addNode(flow, message('um'), 'one'), message('dois'), 'two')
  const edges = [
    [startId, 'a', 'menu'],
    ['menu', 'a1', 'one'],
    ['menu', 'a2', 'two'],
    ['one', 'a', 'end'],
    ['two', 'a', 'end'],
  ] as const
  return edges.reduce((before, [source, handle, target]) => connect(before, source, handle, target), flow)
}

test('the outline follows each path to its end, and ends with the nodes that no path reaches', () => {
  expect(outlineOrder(flowOf()).map(({ id }) => id)).toEqual([startId, 'menu', 'one', 'end', 'two', 'alone'])
})

test('the outline of a circle lists each node once', () => {
  const flow = connect(flowOf(), 'end', 'a', 'menu')
  expect(outlineOrder(flow)).toHaveLength(6)
})

test('the search reads all texts of a node, without case and accents', () => {
  const flow = flowOf()
  const find = (text: string) => searchFlow(flow, text, () => '')
  expect(find('NAO')).toEqual(['menu'])
  expect(find('dois ')).toEqual(['two'])
  expect(find('  ')).toEqual([])
})

test('the search finds what a card shows beside its data, and no ids of parts, files and rows', () => {
  const parts = [
    { number: 'kq7', type: 'message', value: 'Olá' },
    { number: 'zx9', type: 'img', value: 'f3kq7-file' },
  ]
  let flow = addNode(emptyFlow(), { type: 'singleBlock', data: { seq: ['kq7', 'zx9'], elements: parts } }, 'parts')
  flow = addNode(flow, { type: 'ticket', data: { id: 7 } }, 'ticket')
  const find = (text: string) => searchFlow(flow, text, ({ id }) => (id === 'ticket' ? 'Ticket Vendas' : ''))
  expect(find('ola')).toEqual(['parts'])
  expect(find('kq7')).toEqual([])
  expect(find('7')).toEqual([])
  expect(find('vendas')).toEqual(['ticket'])
})

test('copied nodes are the same after the clipboard', () => {
  const copy = copyOf(flowOf(), ['menu', 'one'])
  expect(readClip(clipText(copy))).toEqual(copy)
})

test.each([
  'Olá',
  '{"balcao-flow":1',
  '{"balcao-flow":2,"nodes":[],"connections":[]}',
  '{"balcao-flow":1,"nodes":[{"id":"a"}],"connections":[]}',
  '{"balcao-flow":1,"nodes":[{"id":"a","type":"start","position":{"x":1,"y":1},"data":{}}],"connections":[]}',
  '{"balcao-flow":1,"nodes":[{"id":"a","type":"menu","position":{"x":null,"y":1},"data":{}}],"connections":[]}',
])('the clipboard text %s holds no nodes', (text) => {
  expect(readClip(text)).toBeNull()
})

test('an arranged flow runs from left to right, and no card lies on another', async () => {
  const flow = flowOf()
  const places = await arrange(flow)
  for (const { source, target } of flow.connections) expect(places.get(source)!.x).toBeLessThan(places.get(target)!.x)
  const boxes = [...places.values()]
  for (const [at, { x, y }] of boxes.entries())
    for (const other of boxes.slice(at + 1))
      expect(Math.abs(other.x - x) >= 200 || Math.abs(other.y - y) >= 100).toBe(true)
})

test.each([
  ['a', 'b', 'request', 'the first way connected first'],
  ['a', 'b', 'request', 'the second way connected first'],
  ['a1', 'a2', 'menu', 'the first way connected first'],
  ['a1', 'a2', 'menu', 'the second way connected first'],
] as const)(
  'an arranged flow puts the target of %s above that of %s of a %s: %s',
  async (upper, lower, type, drawn) => {
    const data = type === 'menu' ? { message: 'Setor?', arrayOption: options } : { url: 'https://loja.example' }
    let flow = addNode(emptyFlow(), { type, data }, 'asks')
    for (const id of ['low', 'high']) flow = addNode(flow, message(id), id)
    const ways = [
      ['asks', upper, 'high'],
      ['asks', lower, 'low'],
    ] as const
    const edges = [[startId, 'a', 'asks'] as const, ...(drawn.startsWith('the first') ? ways : ways.toReversed())]
    const places = await arrange(edges.reduce((before, [from, way, to]) => connect(before, from, way, to), flow))
    expect(places.get('high')!.x).toBe(places.get('low')!.x)
    expect(places.get('high')!.y).toBeLessThan(places.get('low')!.y)
  },
)

test('rows that the browser has not loaded are not missing', () => {
  const flow = connect(
    addNode(emptyFlow(), { type: 'ticket', data: { data: { id: 7, name: 'Vendas' } } }, 'q'),
    startId,
    'a',
    'q',
  )
  const codes = (queueIds: number[] | null) => lintStored(flow, { queueIds, tagIds: null }).map(({ code }) => code)
  expect(codes(null)).toEqual([])
  expect(codes([7])).toEqual([])
  expect(codes([8])).toEqual(['missingQueue'])
})
