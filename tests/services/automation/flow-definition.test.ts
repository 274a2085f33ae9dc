import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { holds, numberIn } from '../../../src/shared/flow/condition'
import { FlowFault } from '../../../src/shared/flow/fault'
import { graphOf } from '../../../src/shared/flow/graph'
import { isError, type Known, lint } from '../../../src/shared/flow/lints'
import type { Operator } from '../../../src/shared/flow/node'
import { readFlow, type StoredEdge, type StoredFlow } from '../../../src/shared/flow/read'
import { render } from '../../../src/shared/flow/render'
import { newRun } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { usualHours } from '../../../src/shared/hours'
import { sizeOf } from '../../size'

const at = { x: 0, y: 0 }
const node = (id: string, type: string, data: Record<string, unknown> = {}) => ({ id, type, position: at, data })
const edge = (source: string, target: string, sourceHandle = 'a'): StoredEdge => ({
  ...{ id: `${source}-${sourceHandle}`, source, sourceHandle, target },
})
const start = node('1', 'start', { label: 'Inicio do fluxo' })

/** A flow as the editors of related products store it: numbers as texts, the queue inside of `data`. */
const stored: StoredFlow = {
  nodes: [
    start,
    node('menu', 'menu', {
      message: 'Olá {{name}}, escolha:',
      arrayOption: [
        { number: 1, value: 'Financeiro' },
        { number: '2', value: 'Suporte' },
      ],
    }),
    node('block', 'singleBlock', {
      seq: ['text0', 'interval1', 'audio2'],
      elements: [
        { type: 'audio', value: 'm1', number: 'audio2', record: true, original: 'voz.ogg' },
        { type: 'message', value: 'Um momento.', number: 'text0' },
        { type: 'interval', value: '5', number: 'interval1' },
      ],
    }),
    node('draw', 'randomizer', { percent: '70' }),
    node('queue', 'ticket', { data: { id: 3, name: 'Suporte' } }),
    node('ask', 'question', { typebotIntegration: { message: 'Seu CPF?', answerKey: 'cpf' } }),
  ],
  connections: [
    edge('1', 'menu'),
    edge('menu', 'block', 'a1'),
    edge('menu', 'draw', 'a2'),
    edge('draw', 'queue'),
    edge('draw', 'ask', 'b'),
    edge('menu', 'ask', 'a3'), // a removed option
  ],
}

describe('readFlow', () => {
  test('reads the shapes of related products', () => {
    const { nodes, edges } = readFlow(stored)
    expect(nodes.map(({ kind }) => kind)).toEqual(['start', 'menu', 'content', 'randomizer', 'ticket', 'question'])
    expect(nodes[2]!.data).toEqual({
      elements: [
        { type: 'text', id: 'text0', text: 'Um momento.' },
        { type: 'interval', id: 'interval1', seconds: 5 },
        { type: 'audio', id: 'audio2', mediaId: 'm1', asVoice: true },
      ],
    })
    expect(nodes.slice(3).map(({ data }) => data)).toEqual([
      { percent: 70 },
      { queueId: 3 },
      { text: 'Seu CPF?', answerKey: 'cpf' },
    ])
    expect(edges).toHaveLength(5)
  })

  const message = node('a', 'message')
  const overlapping = {
    ...usualHours,
    schedules: usualHours.schedules.map((day) => ({ ...day, startTimeB: day.startTime, endTimeB: '23:00' })),
  }
  const faults: [string, Partial<StoredFlow>, string][] = [
    ['without a start', { nodes: [message] }, 'noStart nodes'],
    ['whose start has another id', { nodes: [node('a', 'start')] }, 'noStart nodes.0.id'],
    ['with two starts', { nodes: [start, node('b', 'start')] }, 'twoStarts nodes.1.id'],
    ['with an id twice', { nodes: [start, node('1', 'message')] }, 'duplicateId nodes.1.id'],
    ['with an id of markup', { nodes: [start, node('<b>', 'message')] }, 'nodeId nodes.1.id'],
    ['with an edge from nowhere', { connections: [edge('x', '1')] }, 'unknownNode connections.0.source'],
    ['with an edge to nowhere', { connections: [edge('1', 'x')] }, 'unknownNode connections.0.target'],
    [
      'with an edge into the start',
      { nodes: [start, message], connections: [edge('a', '1')] },
      'intoStart connections.0.target',
    ],
    [
      'with an edge of an unknown way out',
      { nodes: [start, message], connections: [edge('1', 'a', 'b')] },
      'handle connections.0.sourceHandle',
    ],
    [
      'with two edges of one way out',
      { nodes: [start, message], connections: [edge('1', 'a'), edge('1', 'a')] },
      'twoEdges connections.1',
    ],
    ['with 201 nodes', { nodes: Array.from({ length: 201 }, (_, n) => node(`${n}`, 'message')) }, 'tooManyNodes nodes'],
    [
      'with the name of a prototype as an id',
      { nodes: [start, node('__proto__', 'message', { label: 'Olá' })] },
      'nodeId nodes.1.id',
    ],
    ['with an object as a text', { nodes: [start, node('a', 'message', { label: {} })] }, 'data nodes.1.data.label'],
    [
      'with a fault inside a list',
      { nodes: [start, node('a', 'menu', { arrayOption: [{ number: 1, value: [] }] })] },
      'data nodes.1.data.arrayOption.0.value',
    ],
    [
      'with a condition on hours without hours',
      { nodes: [start, node('a', 'condition', { condition: 'open' })] },
      'data nodes.1.data.hours',
    ],
    [
      'with hours that overlap',
      { nodes: [start, node('a', 'condition', { condition: 'open', hours: overlapping })] },
      'data nodes.1.data.hours',
    ],
    [
      'with a set variable named like a prototype',
      { nodes: [start, node('a', 'set', { key: '__proto__' })] },
      'data nodes.1.data.key',
    ],
    [
      'with an answer named like a prototype',
      { nodes: [start, node('a', 'question', { message: 'E?', answerKey: '__proto__' })] },
      'data nodes.1.data.answerKey',
    ],
  ]
  test.each(faults)('refuses a flow %s', (_, flow, fault) => {
    let found = ''
    try {
      readFlow({ nodes: [start], connections: [], ...flow })
    } catch (thrown) {
      if (thrown instanceof FlowFault) found = `${thrown.fault.reason} ${thrown.fault.place}`
    }
    expect(found).toBe(fault)
  })

  test('reads or refuses any data, and never fails otherwise', () => {
    const types = fc.constantFrom('message', 'menu', 'singleBlock', 'ticket', 'openai', 'request', 'tag', 'later')
    fc.assert(
      fc.property(types, fc.dictionary(fc.string(), fc.jsonValue()), fc.jsonValue(), (type, data, value) => {
        const names = ['label', 'arrayOption', 'elements', 'seq', 'data', 'typebotIntegration', 'headers', 'tagId']
        const whole = { ...data, ...Object.fromEntries(names.map((name) => [name, value])) }
        try {
          readFlow({ nodes: [start, node('a', type, whole)], connections: [] })
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(FlowFault)
        }
      }),
      { numRuns: sizeOf({ everyday: 500, full: 2000 }) },
    )
  })

  test('keeps a node of a newer version, at which a run fails', () => {
    const flow = readFlow({ nodes: [start, node('n', 'hologram', { any: 1 })], connections: [edge('1', 'n')] })
    const world = { values: {}, random: () => 0, invalidOption: '', stopWords: [] }
    expect(step(graphOf(flow), newRun(), { kind: 'start' }, world).run).toMatchObject({
      state: 'failed',
      end: 'unknown',
    })
  })
})

describe('lint', () => {
  const known: Known = {
    queueIds: [3],
    tagIds: [4],
    mediaIds: ['m1'],
    promptIds: [],
    integrationIds: [],
    variables: ['name'],
  }
  const lintsOf = (nodes: StoredFlow['nodes'], connections: StoredEdge[], known_ = known) =>
    lint(readFlow({ nodes: [start, ...nodes], connections }), known_).map(({ nodeId, code, detail }) =>
      [nodeId, code, detail].filter(Boolean).join(' '),
    )

  test('finds nothing but dead ends in a sound flow', () => {
    const found = lint(readFlow(stored), known)
    expect(found.filter(isError)).toEqual([])
    expect(found.map(({ nodeId, code }) => `${nodeId} ${code}`)).toEqual(['block deadEnd', 'ask deadEnd'])
  })

  const cases: [string, StoredFlow['nodes'], StoredEdge[], string][] = [
    ['an empty message', [node('a', 'message', { label: ' ' })], [edge('1', 'a')], 'a emptyText'],
    ['an image without a file', [node('a', 'img', {})], [edge('1', 'a')], 'a noMedia'],
    ['a deleted file', [node('a', 'img', { url: 'm9' })], [edge('1', 'a')], 'a missingMedia'],
    ['a ticket without a queue', [node('a', 'ticket')], [edge('1', 'a')], 'a noQueue'],
    ['a deleted queue', [node('a', 'ticket', { data: { id: 9 } })], [edge('1', 'a')], 'a missingQueue'],
    ['a deleted tag', [node('a', 'tag', { tagId: 9 })], [edge('1', 'a')], 'a missingTag'],
    ['an interval of 121 seconds', [node('a', 'interval', { sec: 121 })], [edge('1', 'a')], 'a seconds'],
    ['an interval of 0 seconds', [node('a', 'interval', { sec: 0 })], [edge('1', 'a')], 'a seconds'],
    ['a menu without options', [node('a', 'menu', { message: 'E?' })], [edge('1', 'a')], 'a noOptions'],
    ['a request to no address', [node('a', 'request', { url: 'ftp://x' })], [edge('1', 'a')], 'a address'],
    ['an unknown variable', [node('a', 'message', { label: '{{cpf}}' })], [edge('1', 'a')], 'a unknownVariable cpf'],
    ['an unreachable node', [node('a', 'message', { label: 'Oi' })], [], 'a unreachable'],
    ['a start without a way on', [], [], '1 noStartEdge'],
    [
      'an option without a way on',
      [node('a', 'menu', { message: 'E?', arrayOption: [{ number: 1, value: 'Sim' }] })],
      [edge('1', 'a')],
      'a openOption 1',
    ],
    [
      'a circle without a wait',
      [node('a', 'message', { label: 'Oi' }), node('b', 'message', { label: 'Oi' })],
      [edge('1', 'a'), edge('a', 'b'), edge('b', 'a')],
      'a loop',
    ],
  ]
  test.each(cases)('finds %s', (_, nodes, connections, expected) => {
    expect(lintsOf(nodes, connections)).toContain(expected)
  })

  test('takes a circle through a question for no loop', () => {
    const nodes = [node('a', 'question', { message: 'E?', answerKey: 'x' }), node('b', 'message', { label: '{{x}}' })]
    expect(lintsOf(nodes, [edge('1', 'a'), edge('a', 'b'), edge('b', 'a')])).toEqual([])
  })
})

test.each([
  ['1.234,56', 1234.56],
  ['1,234.56', 1234.56],
  ['R$ 10', 10],
  ['12.5', 12.5],
  ['1.000', 1000],
  ['1.000.000', 1_000_000],
  ['-3', -3],
  ['10 %', 10],
  ['dez', Number.NaN],
  ['', Number.NaN],
])('numberIn(%p) is %p', (text, number) => expect(numberIn(text)).toBe(number))

test.each([
  ['equal', 'SÃO PAULO ', 'sao paulo', true],
  ['equal', '10,0', '10', true],
  ['notEqual', 'sim', 'não', true],
  ['contains', 'Quero bolo', 'BOLO', true],
  ['greater', '9', '10', false],
  ['greater', 'b', 'a', true],
  ['less', '9', '10', true],
  ['greaterOrEqual', '18', '18', true],
  ['greaterOrEqual', '17,5', '18', false],
  ['lessOrEqual', '18,0', '18', true],
  ['lessOrEqual', '19', '18', false],
  ['empty', '  ', '', true],
  ['notEmpty', '', '', false],
] as [Operator, string, string, boolean][])(
  'the condition %s of %p and %p is %p',
  (operator, actual, value, expected) => expect(holds({ key: 'k', operator, value }, { k: actual })).toBe(expected),
)

test('rendering fills each name once: a value with braces stays text', () => {
  expect(render('{{ name }} {{x}} {{nothing}}!', { name: '{{x}}', x: '{{name}}' })).toBe('{{x}} {{name}} !')
  expect(render('{{toString}}', {})).toBe('')
})

test('a request whose path a value would change is not made', () => {
  const urlOf = (url: string, q: string) => {
    const flow = readFlow({
      nodes: [start, node('r', 'request', { method: 'GET', url })],
      connections: [edge('1', 'r')],
    })
    const world = { values: { q }, random: () => 0, invalidOption: '', stopWords: [] }
    const { effects } = step(graphOf(flow), newRun(), { kind: 'start' }, world)
    return effects.flatMap((effect) => (effect.kind === 'request' ? [effect.request.url] : []))
  }
  const cancel = 'https://api.test/orders/{{q}}/cancel'
  for (const [url, q] of [
    ...[cancel, 'https://api.test/a/{{q}}', 'https://api.test/a/{{q}}?b=c'].map((url) => [url, '..'] as const),
    ...([
      [cancel, '.'],
      ['https://api.test/a/.{{q}}/b', '.'],
      ['https://api.test/a/%2e{{q}}/b', '.'],
    ] as const),
  ])
    expect([url, urlOf(url, q)]).toEqual([url, []])
  expect(urlOf(cancel, '..7')).toEqual(['https://api.test/orders/..7/cancel'])
  expect(urlOf('https://api.test/a?b=/{{q}}', '..')).toEqual(['https://api.test/a?b=/..'])
  expect(urlOf('https://api.test/a/../{{q}}', '7')).toEqual(['https://api.test/a/../7'])
})

test('values in an address and in a JSON body of a request are escaped', () => {
  const flow = readFlow({
    nodes: [start, node('r', 'request', { method: 'POST', url: 'https://api.test/{{q}}', body: '{"q":"{{q}}"}' })],
    connections: [edge('1', 'r')],
  })
  const world = { values: { q: '../x?y="1"' }, random: () => 0, invalidOption: '', stopWords: [] }
  const { effects } = step(graphOf(flow), newRun(), { kind: 'start' }, world)
  expect(effects[0]).toMatchObject({
    request: { url: 'https://api.test/..%2Fx%3Fy%3D%221%22', body: JSON.stringify({ q: '../x?y="1"' }) },
  })
})
