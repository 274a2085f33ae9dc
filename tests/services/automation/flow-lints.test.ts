import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { graphOf } from '../../../src/shared/flow/graph'
import { type Known, type Lint, type LintCode, lint, lintErrors, lintWarnings } from '../../../src/shared/flow/lints'
import { type Definition, type FlowEdge, type FlowNode, handlesOf, startId } from '../../../src/shared/flow/node'
import { readFlow } from '../../../src/shared/flow/read'
import { type FlowEvent, isLive, newRun } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { flowBuilder } from '../../../ui/i18n/pt/flow-builder'
import { joinNodes } from '../../random-flows'

const known: Known = {
  queueIds: [3],
  tagIds: [4],
  mediaIds: ['m1'],
  promptIds: [],
  integrationIds: [],
  variables: ['name'],
}

const text = fc.constantFrom('Olá {{name}}', 'Cidade: {{city}}', '{{ score }} de {{name}}', '', ' ', 'x'.repeat(4097))
const key = fc.constantFrom('city', 'score', '')
const mediaId = fc.constantFrom('m1', 'm2', '')
const seconds = fc.constantFrom(-1, 0, 1, 120, 121)
const made = fc.oneof(
  fc.record({ kind: fc.constant('message' as const), data: fc.record({ text }) }),
  fc.record({ kind: fc.constant('interval' as const), data: fc.record({ seconds }) }),
  fc.record({ kind: fc.constant('image' as const), data: fc.record({ mediaId }) }),
  fc.record({ kind: fc.constant('audio' as const), data: fc.record({ mediaId, asVoice: fc.boolean() }) }),
  fc.record({
    kind: fc.constant('content' as const),
    data: fc.record({
      elements: fc.array(
        fc.oneof(
          fc.record({ type: fc.constant('text' as const), id: fc.constant('e'), text }),
          fc.record({ type: fc.constant('interval' as const), id: fc.constant('e'), seconds }),
          fc.record({ type: fc.constant('video' as const), id: fc.constant('e'), mediaId }),
        ),
        { maxLength: 3 },
      ),
    }),
  }),
  fc.record({
    kind: fc.constant('menu' as const),
    data: fc.record({
      text,
      options: fc
        .array(fc.constantFrom('Sim', '', '{{city}}'), { maxLength: 3 })
        .map((values) => values.map((value, at) => ({ number: at + 1, value }))),
    }),
  }),
  fc.record({ kind: fc.constant('randomizer' as const), data: fc.record({ percent: fc.constantFrom(0, 50, 100) }) }),
  fc.record({
    kind: fc.constant('condition' as const),
    data: fc.record({ key, operator: fc.constant('equal' as const), value: fc.constant('1') }),
  }),
  fc.record({ kind: fc.constant('question' as const), data: fc.record({ text, answerKey: key }) }),
  fc.record({ kind: fc.constant('set' as const), data: fc.record({ key, value: text }) }),
  fc.record({ kind: fc.constant('ticket' as const), data: fc.record({ queueId: fc.constantFrom(null, 3, 9) }) }),
  fc.record({
    kind: fc.constant('tag' as const),
    data: fc.record({ tagId: fc.constantFrom(null, 4, 9), adds: fc.boolean() }),
  }),
  fc.record({
    kind: fc.constant('request' as const),
    data: fc.record({
      ...{ method: fc.constant('GET' as const), url: fc.constantFrom('https://a.test/{{city}}', 'ftp://a.test', '') },
      ...{ headers: fc.constant([]), body: text },
      saves: fc.array(fc.record({ path: fc.constant('a'), key: fc.constant('score') }), { maxLength: 1 }),
    }),
  }),
  fc.record({ kind: fc.constant('end' as const), data: fc.record({ text, closes: fc.boolean() }) }),
  fc.record({ kind: fc.constant('unknown' as const), data: fc.constant({}) }),
)

/** A start and up to eight nodes; each way out leads to any of them, or nowhere. */
const definitions: fc.Arbitrary<Definition> = fc
  .tuple(fc.array(made, { maxLength: 8 }), fc.array(fc.nat(30), { minLength: 40, maxLength: 40 }))
  .map(([list, targets]) => joinNodes(list, targets))

/** Lints of some codes as texts, sorted; a code is given once for a node and detail. */
const found = (definition: Definition, ...codes: LintCode[]) => linesOf(lint(definition, known), codes)
const linesOf = (lints: Lint[], codes: readonly LintCode[]) =>
  [
    ...new Set(
      lints
        .filter(({ code }) => codes.includes(code))
        .map(({ nodeId, code, detail }) => `${nodeId} ${code} ${detail ?? ''}`),
    ),
  ].sort()

/** Node ids reachable in one or more steps from a node, by repeated passes over all edges. */
function reachableFrom(from: string, edges: FlowEdge[]): Set<string> {
  const reached = new Set<string>()
  for (let before = -1; before < reached.size; ) {
    before = reached.size
    for (const { source, target } of edges) if (source === from || reached.has(source)) reached.add(target)
  }
  return reached
}

const check = (property: (definition: Definition) => void, numRuns = 2000) =>
  fc.assert(fc.property(definitions, property), { numRuns })

/** Next event of a customer or a service: answers and options in turn, requests that succeed or fail. */
function eventFor(state: string, turn: number): FlowEvent {
  if (state === 'input') return { kind: 'input', text: `${(turn % 3) + 1}` }
  return state === 'request' ? { kind: 'answer', isSuccess: turn % 2 === 0, variables: {} } : { kind: 'timer' }
}

/** Runs a definition with such a customer; returns the nodes that it visited. */
function visit(definition: Definition) {
  const world = { values: { name: 'Ana' }, random: () => 0.4, invalidOption: '?', stopWords: [] }
  const graph = graphOf(definition)
  const visited = new Set<string>()
  let { run, log } = step(graph, newRun(), { kind: 'start' }, world)
  for (let turn = 0; isLive(run.state) && turn < 40; turn++) {
    for (const { nodeId } of log) visited.add(nodeId)
    ;({ run, log } = step(graph, run, eventFor(run.state, turn), world))
  }
  for (const { nodeId } of log) visited.add(nodeId)
  return { visited, run }
}

function lineOfOpenWay(kind: string, handle: string): string {
  if (kind === 'start') return 'noStartEdge '
  return kind === 'menu' ? `openOption ${handle.slice(1)}` : `deadEnd ${handle === 'a' ? '' : handle}`
}

describe('lints of random flows', () => {
  test('`unreachable` names exactly the nodes that no path reaches, and no run visits one', () => {
    check((definition) => {
      const reached = reachableFrom(startId, definition.edges).add(startId)
      const expected = definition.nodes.filter(({ id }) => !reached.has(id)).map(({ id }) => `${id} unreachable `)
      expect(found(definition, 'unreachable')).toEqual(expected.sort())
      for (const id of visit(definition).visited) expect(expected).not.toContain(`${id} unreachable `)
    })
  })

  test('a way out without an edge has one lint, in reachable nodes other than tickets', () => {
    check((definition) => {
      const reached = reachableFrom(startId, definition.edges).add(startId)
      const expected = definition.nodes
        .filter(({ id, kind }) => reached.has(id) && kind !== 'ticket')
        .flatMap((node) =>
          handlesOf(node)
            .filter((handle) => !definition.edges.some((edge) => edge.source === node.id && edge.handle === handle))
            .map((handle) => `${node.id} ${lineOfOpenWay(node.kind, handle)}`),
        )
      expect(found(definition, 'noStartEdge', 'openOption', 'deadEnd')).toEqual(expected.sort())
    })
  })

  test('`loop` names a node exactly when a circle without a wait exists, and a run without it never ends by a loop', () => {
    const waiting = (node: FlowNode) =>
      ['interval', 'menu', 'question'].includes(node.kind) ||
      (node.kind === 'content' && node.data.elements.some(({ type }) => type === 'interval'))
    let loops = 0
    check((definition) => {
      const waits = new Set(definition.nodes.filter(waiting).map(({ id }) => id))
      const straight = definition.edges.filter(({ source }) => !waits.has(source))
      const onCircle = definition.nodes.filter(({ id }) => reachableFrom(id, straight).has(id)).map(({ id }) => id)
      const named = found(definition, 'loop').map((line) => line.split(' ')[0] as string)
      expect(named.length > 0).toBe(onCircle.length > 0)
      for (const id of named) expect(onCircle).toContain(id)
      if (named.length === 0) expect(visit(definition).run.end).not.toBe('loop')
      else loops++
    }, 4000)
    expect(loops).toBeGreaterThan(50)
  })

  test('`unknownVariable` names exactly the variables that no value and no block gives', () => {
    check((definition) => {
      const given = new Set(['name', ...definition.nodes.flatMap(variablesGiven)])
      const expected = definition.nodes.flatMap((node) =>
        variablesUsed(node)
          .filter((name) => !given.has(name))
          .map((name) => `${node.id} unknownVariable ${name}`),
      )
      expect(found(definition, 'unknownVariable')).toEqual([...new Set(expected)].sort())
    })
  })

  test('missing files, queues and tags, wrong times and texts that are empty or too long are each named', () => {
    const codes = ['noMedia', 'missingMedia', 'seconds', 'noQueue', 'missingQueue', 'noTag', 'missingTag'] as const
    const texts = ['emptyText', 'tooLong', 'noOptions', 'emptyOption'] as const
    check((definition) => {
      const expected = definition.nodes.flatMap((node) => {
        const parts: object[] = node.kind === 'content' ? node.data.elements : [node.data]
        const lines = [...parts.flatMap((part) => mistakesOf(node.kind, part)), ...mistakesOfLists(node)]
        return lines.map((line) => `${node.id} ${line}`)
      })
      expect(found(definition, ...codes, ...texts)).toEqual([...new Set(expected)].sort())
    })
  })
})

function variablesGiven({ kind, data }: FlowNode): string[] {
  if (kind === 'question') return [data.answerKey]
  if (kind === 'set') return [data.key]
  return kind === 'request' ? data.saves.map(({ key }) => key) : []
}

function variablesUsed({ kind, data }: FlowNode): string[] {
  if (kind === 'condition') return data.key === '' ? [] : [data.key]
  const { saves: _, ...shown } = data as Record<string, unknown>
  return Array.from(JSON.stringify(shown).matchAll(/\{\{ ?(\w+) ?\}\}/g), ([, name]) => name as string)
}

/** Mistakes of each field of a node or element that has it. */
const fieldMistakes: Record<string, (value: never) => string | false> = {
  mediaId: (id: string) => (id === '' ? 'noMedia ' : id === 'm2' && 'missingMedia '),
  seconds: (seconds: number) => (seconds < 1 || seconds > 120) && 'seconds ',
  queueId: (id: number | null) => (id === null ? 'noQueue ' : id === 9 && 'missingQueue '),
  tagId: (id: number | null) => (id === null ? 'noTag ' : id === 9 && 'missingTag '),
  text: (text: string) => text.length > 4096 && 'tooLong ',
  value: (text: string) => text.length > 4096 && 'tooLong ',
}

function mistakesOf(kind: string, part: object): string[] {
  const lines = Object.entries(part).map(([field, value]) => fieldMistakes[field]?.(value as never) || '')
  const needsText = 'text' in part && kind !== 'menu' && kind !== 'end'
  if (needsText && `${part.text}`.trim() === '') lines.push('emptyText ')
  return lines.filter(Boolean)
}

function mistakesOfLists({ kind, data }: FlowNode): string[] {
  if (kind === 'content') return data.elements.length === 0 ? ['emptyText '] : []
  if (kind !== 'menu') return []
  if (data.options.length === 0) return ['noOptions ']
  return data.options.flatMap(({ number, value }) => (value === '' ? [`emptyOption ${number}`] : []))
}

test('a draft keeps a text that is too long for WhatsApp, and a lint names it', () => {
  const node = (id: string, type: string, data = {}) => ({ id, type, position: { x: 0, y: 0 }, data })
  const flow = readFlow({
    nodes: [node('1', 'start'), node('a', 'message', { label: 'x'.repeat(5000) })],
    connections: [{ id: 'e', source: '1', sourceHandle: 'a', target: 'a' }],
  })
  expect(found(flow, 'tooLong')).toEqual(['a tooLong '])
})

describe('lints of programs', () => {
  const saved = { ...known, promptIds: [5], integrationIds: [6] }
  const settings = { prompt: 'Atenda.', queueId: 3 }
  const lintOf = (type: string, typebotIntegration: object) => {
    const bare = { position: { x: 0, y: 0 } }
    const nodes = [
      { ...bare, id: '1', type: 'start', data: {} },
      { ...bare, id: 'p', type, data: { typebotIntegration } },
    ]
    const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'p' }]
    return lint(readFlow({ nodes, connections }), saved)
      .filter(({ nodeId, code }) => nodeId === 'p' && code !== 'deadEnd')
      .map(({ code }) => code)
  }
  const yara = { voice: 'pt-BR-YaraNeural', voiceRegion: 'brazilsouth', voiceKey: '••••wxyz#2' }
  test.each([
    ['openai', { promptId: 5 }, []],
    ['openai', { promptId: 6 }, ['missingPrompt']],
    ['openai', settings, ['noApiKey']],
    ['openai', { ...settings, apiKey: '••••cdef#1' }, []],
    ['openai', { ...settings, apiKey: '••••cdef#1', voice: 'texto', voiceRegion: 'x/y' }, []],
    ['openai', { ...settings, apiKey: '••••cdef#1', ...yara }, []],
    ['openai', { ...settings, apiKey: '••••cdef#1', ...yara, voice: 'pt-BR-NobodyNeural' }, ['voice']],
    ['openai', { ...settings, apiKey: '••••cdef#1', ...yara, voiceRegion: 'evil.example/x' }, ['voice']],
    ['openai', { ...settings, apiKey: '••••cdef#1', ...yara, voiceKey: '' }, ['voice']],
    ['typebot', { integrationId: 6 }, []],
    ['typebot', { integrationId: 5 }, ['missingIntegration']],
    ['typebot', { urlN8N: 'https://bot.test' }, ['address']],
    ['typebot', { typebotSlug: 'loja' }, ['address']],
    ['typebot', { urlN8N: 'https://bot.test', typebotSlug: 'loja' }, []],
  ])('a node of type %s with %p has the lints %p', (type, data, codes) => {
    expect(lintOf(type, data)).toEqual(codes as LintCode[])
  })
})

describe('a path without a wait', () => {
  const message = { kind: 'message', data: { text: 'Olá' } }
  const menu = { kind: 'menu', data: { text: 'Escolha', options: [{ number: 1, value: 'Sim' }] } }
  /** A chain behind the start, in which the node `at` is another one; all ways out lead to the next node. */
  const chain = (count: number, at = -1, other: object = message): Definition => {
    const { nodes } = joinNodes(
      Array.from({ length: count }, (_, index) => (index === at ? other : message)),
      [0],
    )
    const after = (index: number) => nodes[index + 1]?.id ?? ''
    const edges = nodes
      .slice(0, -1)
      .flatMap((node, index) => handlesOf(node).map((handle) => ({ source: node.id, handle, target: after(index) })))
    return { nodes, edges }
  }
  /** Ids of the nodes with the lint, and the last node and end of a run. */
  const outcome = (definition: Definition) => {
    const { run } = visit(definition)
    return { warned: found(definition, 'tooManySteps'), nodeId: run.nodeId, end: run.end }
  }
  test('of 100 blocks has no lint and runs to its end', () => {
    expect(outcome(chain(99))).toEqual({ warned: [], nodeId: 'n98', end: 'end' })
  })
  test('of more than 100 blocks has a warning on the block that a run no longer executes', () => {
    expect(outcome(chain(105))).toEqual({ warned: ['n99 tooManySteps 100'], nodeId: 'n98', end: 'steps' })
  })
  test.each([
    ['menu', menu],
    ['request', { kind: 'request', data: { method: 'GET', url: 'https://a.test', headers: [], body: '', saves: [] } }],
    ['interval', { kind: 'interval', data: { seconds: 1 } }],
    ['content with an interval', { kind: 'content', data: { elements: [{ type: 'interval', id: 'e', seconds: 1 }] } }],
  ])('is counted anew behind a %s', (_, other) => {
    expect(found(chain(150, 70, other), 'tooManySteps')).toEqual([])
    expect(found(chain(190, 70, other), 'tooManySteps')).toEqual(['n171 tooManySteps 100'])
  })
  test('counts the longer of two paths, and ends at a circle', () => {
    const { nodes, edges } = chain(105, 0, { kind: 'randomizer', data: { percent: 50 } })
    const shortened = edges.map((edge) => (edge.handle === 'b' ? { ...edge, target: 'n90' } : edge))
    expect(found({ nodes, edges: shortened }, 'tooManySteps')).toEqual(['n99 tooManySteps 100'])
    const back = { source: 'n104', handle: 'a', target: 'n3' }
    expect(found({ nodes, edges: [...edges, back] }, 'tooManySteps', 'loop')).toEqual(['n3 loop '])
  })
})

test('every lint has words', () => {
  const words = Object.keys(flowBuilder.lints).filter((code) => code !== 'deadEndOnly')
  expect(words.sort()).toEqual([...lintErrors, ...lintWarnings].sort())
})
