import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { graphOf } from '../../../src/shared/flow/graph'
import { type Definition, startId } from '../../../src/shared/flow/node'
import { caps, type Effect, type FlowEvent, isLive, newRun, type Run, type World } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import { definitions, draws, flowEvents } from '../../random-flows'

/** Messages and end of a run, as a customer and a colleague can see them. */
interface Seen {
  effects: string[]
  end: string | undefined
  isLive: boolean
}

const values = { name: 'Zé', city: '{{name}}' }
const worldOf = (draws: number[]): World => {
  let drawn = 0
  return {
    values,
    random: () => draws[drawn++ % draws.length] as number,
    invalidOption: 'Inválida',
    stopWords: ['sair'],
  }
}

/**
 * Reference interpreter: a generator that runs a flow from its beginning, yields where it waits, and knows nothing of
 * stored runs. Written from docs/behaviour.md, "Flows".
 */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop on purpose, unlike the engine.
function* reference(
  { nodes, edges }: Definition,
  draws: number[],
  out: string[],
): Generator<string, string, FlowEvent> {
  const answers: Record<string, string> = {}
  let drawn = 0
  let total = 0
  let since: string[] = []
  let at = nodes.find(({ id }) => id === startId)
  const fill = (text: string) =>
    text.replace(/\{\{(\w+)\}\}/g, (_, key: string) => answers[key] ?? (values as Record<string, string>)[key] ?? '')
  const say = (text: string) => fill(text).trim() !== '' && out.push(`say ${fill(text)}`)
  const go = (id: string, handle: string) => {
    const edge = edges.find((each) => each.source === id && each.handle === handle)
    return nodes.find((node) => node.id === edge?.target)
  }
  while (at) {
    if (since.includes(at.id)) return 'loop'
    if (since.length >= caps.event || total >= caps.run) return 'steps'
    since.push(at.id)
    total++
    const { id, kind, data } = at
    let way = 'a'
    if (kind === 'message') say(data.text)
    if (kind === 'set') answers[data.key] = fill(data.value)
    if (kind === 'tag') out.push(`tag ${data.tagId} ${data.adds}`)
    if (kind === 'randomizer') way = (draws[drawn++ % draws.length] as number) * 100 < data.percent ? 'a' : 'b'
    if (kind === 'condition') {
      const actual = (answers[data.key] ?? (values as Record<string, string>)[data.key] ?? '').trim().toLowerCase()
      way = actual === data.value.trim().toLowerCase() ? 'a' : 'b'
    }
    if (kind === 'interval') {
      out.push(`wait ${data.seconds}`)
      while ((yield 'timer').kind !== 'timer');
      since = []
    }
    if (kind === 'content')
      for (const element of data.elements) {
        if (element.type === 'text') say(element.text)
        else if (element.type === 'interval') {
          out.push(`wait ${element.seconds}`)
          while ((yield 'timer').kind !== 'timer');
          since = []
        } else if ('mediaId' in element) out.push(`file ${element.mediaId}`)
      }
    if (kind === 'question') {
      say(data.text)
      let event: FlowEvent
      do event = yield 'input'
      while (event.kind !== 'input' || (event.text.trim() || event.file || '') === '')
      answers[data.answerKey] = event.text.trim() || (event.file as string)
      since = []
    }
    if (kind === 'menu') {
      const lines = data.options.map(({ number, value }) => `*[ ${number} ]* - ${value}`)
      const print = (text: string) => say(text === '' ? lines.join('\n') : [text, '', ...lines].join('\n'))
      print(data.text)
      let chosen: number | undefined
      for (let wrong = 0; chosen === undefined; ) {
        const event = yield 'input'
        if (event.kind !== 'input') continue
        chosen = data.options.find(({ number }) => event.file === undefined && event.text === `${number}`)?.number
        if (chosen === undefined && ++wrong === 3) return 'invalid'
        if (chosen === undefined) print('Inválida')
      }
      way = `a${chosen}`
      since = []
    }
    if (kind === 'request') {
      out.push(`request ${data.method}`)
      let event: FlowEvent
      do event = yield 'request'
      while (event.kind !== 'answer')
      Object.assign(answers, event.variables)
      way = event.isSuccess ? 'a' : 'b'
      since = []
    }
    if (kind === 'end') {
      say(data.text)
      if (data.closes) out.push('close')
      return data.closes ? 'closed' : 'end'
    }
    const next = go(id, way)
    if (kind === 'ticket') {
      if (data.queueId !== null) out.push(`queue ${data.queueId}`)
      if (!next) return 'ticket'
    }
    at = next
  }
  return 'end'
}

/** Messages and end that the reference shows after each event. */
function runReference(definition: Definition, events: FlowEvent[], draws: number[]): Seen[] {
  const out: string[] = []
  const walk = reference(definition, draws, out)
  let result = walk.next()
  const seenAfter = (): Seen => ({
    effects: out.splice(0),
    end: result.done ? result.value : undefined,
    isLive: !result.done,
  })
  const seen = [seenAfter()]
  for (const event of events) {
    if (!result.done && event.kind === 'input' && event.text === 'sair') result = { done: true, value: 'stopped' }
    else if (!result.done) result = walk.next(event)
    seen.push(seenAfter())
  }
  return seen
}

function lineOf(effect: Effect): string {
  switch (effect.kind) {
    case 'say':
      return `say ${effect.text}`
    case 'sendFile':
      return `file ${effect.mediaId}`
    case 'wait':
      return `wait ${effect.seconds}`
    case 'request':
      return `request ${effect.request.method}`
    case 'queue':
      return `queue ${effect.queueId}`
    case 'tag':
      return `tag ${effect.tagId} ${effect.adds}`
    default:
      return effect.kind
  }
}

/** Messages and end that the engine shows after each event. Its run goes through JSON each time, as through a row. */
function runEngine(definition: Definition, events: FlowEvent[], draws: number[]): { seen: Seen[]; run: Run } {
  const graph = graphOf(JSON.parse(JSON.stringify(definition)))
  const world = worldOf(draws)
  let run = newRun()
  const seen = [{ kind: 'start' } as FlowEvent, ...events].map((event): Seen => {
    const result = step(graph, JSON.parse(JSON.stringify(run)), event, world)
    run = result.run
    const effects = result.effects.map(lineOf)
    return { effects, end: run.end, isLive: isLive(run.state) }
  })
  return { seen, run }
}

test('random flows with random customers give the same messages and end as the reference', () => {
  const ends = new Set<string | undefined>()
  fc.assert(
    fc.property(definitions, fc.array(flowEvents, { maxLength: 30 }), draws, (definition, events, drawn) => {
      const { seen, run } = runEngine(definition, events, drawn)
      expect(seen).toEqual(runReference(definition, events, drawn))
      expect(run.steps).toBeLessThanOrEqual(caps.run)
      ends.add(run.end)
    }),
    { numRuns: 4000 },
  )
  for (const end of ['end', 'ticket', 'closed', 'invalid', 'stopped', 'loop', undefined] as const)
    expect([...ends]).toContain(end)
})

test('a run ends after 200 nodes, however often the customer answers', () => {
  const definition: Definition = {
    nodes: [
      { id: startId, kind: 'start', data: {} },
      { id: 'q', kind: 'question', data: { text: 'E?', answerKey: 'answer' } },
    ],
    edges: [
      { source: startId, handle: 'a', target: 'q' },
      { source: 'q', handle: 'a', target: 'q' },
    ],
  }
  const { run } = runEngine(definition, Array<FlowEvent>(300).fill({ kind: 'input', text: 'sim' }), [0])
  expect(run).toMatchObject({ state: 'failed', end: 'steps', steps: caps.run })
})
