import { expect, test } from 'bun:test'
import { graphOf } from '../../../src/shared/flow/graph'
import type { FlowNode } from '../../../src/shared/flow/node'
import { maxValue } from '../../../src/shared/flow/render'
import { type Effect, newRun, type World } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { limits } from '../../../src/shared/limits'

const world: World = { values: {}, random: () => 0, invalidOption: '', stopWords: [] }
const largest = 'x'.repeat(maxValue)

/** A question for `{{a}}` and the node behind it, which leads on by `a` and by `b`. */
function flowTo(node: FlowNode) {
  const says = (id: string): FlowNode => ({ id, kind: 'message', data: { text: id } })
  const nodes: FlowNode[] = [
    { id: '1', kind: 'start', data: {} },
    { id: 'q', kind: 'question', data: { text: 'A?', answerKey: 'a' } },
    ...[node, says('good'), says('bad')],
  ]
  const edge = (source: string, target: string, handle = 'a') => ({ source, handle, target })
  return graphOf({ nodes, edges: [edge('1', 'q'), edge('q', 'n'), edge('n', 'good'), edge('n', 'bad', 'b')] })
}

function answer(node: FlowNode, text: string, variables = {}) {
  const graph = flowTo(node)
  const { run } = step(graph, newRun(variables), { kind: 'start' }, world)
  return step(graph, run, { kind: 'input', text }, world)
}

const request = (fields: { url?: string; body?: string; headers?: [string, string][] }): FlowNode => ({
  ...{ id: 'n', kind: 'request' },
  data: { method: 'POST', url: 'https://example.com/{{a}}', headers: [], body: '', saves: [], ...fields },
})
const requestIn = (effects: Effect[]) => effects.find((effect) => effect.kind === 'request')

test('an emoji at the limit of a value is cut off whole, so that its address can be written', () => {
  const { run, effects } = answer(request({}), `${'x'.repeat(maxValue - 1)}😀`)
  expect(run).toMatchObject({ state: 'request', variables: { a: 'x'.repeat(maxValue - 1) } })
  expect(requestIn(effects)?.request.url).toEndWith('xx')
})

test('half a character in the answer of a service or in a value of a program does not stop the run', () => {
  const asked = answer(request({ url: 'https://example.com/{{b}}' }), 'oi', { b: 'x\ud83d' })
  expect(requestIn(asked.effects)?.request.url).toBe('https://example.com/x%EF%BF%BD')
  const given = { isSuccess: true, variables: { a: '\ud83d\0y' } }
  const { run } = step(flowTo(request({})), asked.run, { kind: 'answer', ...given }, world)
  expect(run.variables.a).toBe('\ufffdy')
})

test.each([
  ['address', { url: `https://example.com/${'{{a}}'.repeat(20)}` }],
  ['header', { headers: [['x-a', '{{a}}'.repeat(20)] as [string, string]] }],
  ['body', { body: '{{a}}'.repeat(200_000) }],
])('a request whose %s grows too long is not made and fails', (_, fields) => {
  const { run, effects } = answer(request(fields), largest)
  expect(effects).toEqual([{ kind: 'say', nodeId: 'bad', text: 'bad' }])
  expect(run).toMatchObject({ state: 'done', end: 'end' })
})

test('texts full of variables grow no longer than a message', () => {
  const elements = Array.from({ length: 50 }, (_, at) => ({
    ...{ type: 'text' as const, id: `${at}`, text: '{{a}}'.repeat(800) },
  }))
  const { effects } = answer({ id: 'n', kind: 'content', data: { elements } }, largest)
  const lengths = effects.map((effect) => (effect.kind === 'say' ? effect.text.length : 0))
  expect(lengths).toHaveLength(51)
  expect(Math.max(...lengths)).toBeLessThanOrEqual(limits.messageBody.max)
})

test('a node that sets a variable keeps the longest value and no more', () => {
  const { run } = answer({ id: 'n', kind: 'set', data: { key: 'b', value: '{{a}}'.repeat(800) } }, largest)
  expect(run.variables.b).toHaveLength(maxValue)
})
