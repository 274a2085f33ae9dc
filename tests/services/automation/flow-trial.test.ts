import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { graphOf } from '../../../src/shared/flow/graph'
import { type Definition, startId } from '../../../src/shared/flow/node'
import type { Recording } from '../../../src/shared/flow/recording'
import { replay } from '../../../src/shared/flow/replay'
import { type Effect, type FlowEvent, isLive, newRun, type World } from '../../../src/shared/flow/run'
import { step } from '../../../src/shared/flow/step'
import {
  answerRequest,
  answerTrial,
  endProgram,
  moveClock,
  restartTrial,
  sayAsProgram,
  setVariable,
  startTrial,
  type Trial,
  type TrialWorld,
} from '../../../src/shared/flow/trial'
import { readStopWords, runValues } from '../../../src/shared/flow/values'
import { weekdays } from '../../../src/shared/hours'
import { definitions, draws, flowEvents } from '../../random-flows'

const values = { name: 'Zé', city: '{{name}}' }
const stopWords = readStopWords()
const noon = Date.parse('2026-03-03T12:00:00.000Z')

function worldOf(drawn: number[], chosen: TrialWorld['draws'] = {}): TrialWorld {
  let at = 0
  const random = () => drawn[at++ % drawn.length] as number
  return { valuesAt: () => values, draws: chosen, random, invalidOption: 'Inválida', stopWords }
}

/** Trial after an event; time passes by as much as the timer needs. */
function playTrial(definition: Definition, events: FlowEvent[], drawn: number[]): Trial {
  const graph = graphOf(definition)
  const world = worldOf(drawn)
  return events.reduce(
    (trial, event) => {
      const { kind } = event
      if (kind === 'input') return answerTrial(graph, world, trial, event)
      if (kind === 'timer') return moveClock(graph, world, trial, Math.max(0, (trial.wakeAt ?? 0) - trial.clock))
      if (kind === 'answer') return answerRequest(graph, world, trial, event)
      return trial
    },
    startTrial(graph, world, noon),
  )
}

/** Effects of the engine's step function for the same events. */
function playEngine(definition: Definition, events: FlowEvent[], drawn: number[]) {
  const { random } = worldOf(drawn)
  const world: World = { values, random, invalidOption: 'Inválida', stopWords }
  const graph = graphOf(definition)
  const effects: Effect[] = []
  let run = newRun()
  for (const event of [{ kind: 'start' } as FlowEvent, ...events]) {
    const result = step(graph, run, event, world)
    run = result.run
    effects.push(...result.effects)
  }
  return { effects, run }
}

const saidBy = (effects: Effect[]) =>
  effects.flatMap((effect) =>
    effect.kind === 'say' ? [effect.text] : effect.kind === 'sendFile' ? [effect.mediaId] : [],
  )
const shownBy = ({ lines }: Trial) =>
  lines.flatMap((line) => (line.kind === 'text' ? [line.text] : line.kind === 'file' ? [line.mediaId] : []))

const cases = [definitions, fc.array(flowEvents, { maxLength: 30 }), draws] as const

test('a trial of random flows with random customers shows the messages and the end of the engine', () => {
  const seen = new Set<string | undefined>()
  fc.assert(
    fc.property(...cases, (definition, events, drawn) => {
      const trial = playTrial(definition, events, drawn)
      const engine = playEngine(definition, events, drawn)
      expect(shownBy(trial)).toEqual(saidBy(engine.effects))
      expect(trial.run).toEqual(engine.run)
      expect(trial.lines.filter(({ kind }) => kind === 'end')).toHaveLength(isLive(trial.run.state) ? 0 : 1)
      seen.add(trial.run.end)
    }),
    { numRuns: 2000 },
  )
  expect([...seen]).toContain('ticket')
})

test('the replay of a trial in the same flow takes the same way', () => {
  let answered = 0
  fc.assert(
    fc.property(...cases, (definition, events, drawn) => {
      const trial = playTrial(definition, events, drawn)
      if (!trial.recording || trial.run.state === 'request' || trial.run.state === 'timer') return
      const replayed = replay(graphOf(definition), trial.recording, { requestsSucceed: true, stopWords })
      expect(replayed.log).toEqual(trial.log)
      expect(replayed.ending).toEqual({ end: trial.run.end ?? null, nodeId: trial.run.nodeId, queueId: trial.queueId })
      expect(replayed.unusedAnswers).toBe(0)
      expect(replayed.isUnanswered).toBe(trial.run.state === 'input')
      answered += trial.recording.answers.length
    }),
    { numRuns: 2000 },
  )
  expect(answered).toBeGreaterThan(100)
})

const chain = (...nodes: Definition['nodes']): Definition => ({
  nodes: [{ id: startId, kind: 'start', data: {} }, ...nodes],
  edges: nodes.map(({ id: target }, at) => ({ source: at === 0 ? startId : nodes[at - 1]!.id, handle: 'a', target })),
})
const say = (id: string, text: string) => ({ id, kind: 'message' as const, data: { text } })

describe('a trial', () => {
  const question = { id: 'q', kind: 'question' as const, data: { text: 'Quem?', answerKey: 'who' } }

  test('shows a message during an interval as unheard, and goes on when the clock reaches its end', () => {
    const graph = graphOf(chain({ id: 'i', kind: 'interval', data: { seconds: 60 } }, say('m', 'Pronto')))
    const world = worldOf([0])
    const waiting = answerTrial(graph, world, startTrial(graph, world, noon), { text: 'Alô?' })
    expect(waiting.lines.at(-1)).toMatchObject({ kind: 'customer', isHeard: false })
    expect(shownBy(moveClock(graph, world, waiting, 59_999))).toEqual([])
    const after = moveClock(graph, world, waiting, 90_000)
    expect(shownBy(after)).toEqual(['Pronto'])
    expect(after.clock).toBe(noon + 90_000)
    expect(after.lines.find(({ kind }) => kind === 'text')?.at).toBe(noon + 60_000)
  })

  test('ends by the words of the company alone, also during an interval and a request', () => {
    const wait = { id: 'w', kind: 'interval' as const, data: { seconds: 60 } }
    const request = { method: 'GET' as const, url: 'https://api.test', headers: [], body: '', saves: [] }
    const world = { ...worldOf([0]), stopWords: readStopWords('Tchau, Já chega') }
    for (const node of [wait, { id: 'r', kind: 'request' as const, data: request }]) {
      const graph = graphOf(chain(node, say('m', 'Pronto')))
      const waiting = startTrial(graph, world, noon)
      const usual = answerTrial(graph, world, waiting, { text: 'sair' })
      expect(usual.run).toEqual(waiting.run)
      const stopped = answerTrial(graph, world, usual, { text: ' ja CHEGA ' })
      expect(stopped.run).toMatchObject({ state: 'cancelled', end: 'stopped' })
      expect(moveClock(graph, world, stopped, 90_000).run).toEqual(stopped.run)
    }
  })

  test('knows weekends, lunch and holidays in a condition on opening hours, by the clock of the trial', () => {
    const windows = { startTime: '08:00', endTime: '12:00', startTimeB: '13:00', endTimeB: '18:00' }
    const closed = { startTime: '', endTime: '', startTimeB: '', endTimeB: '' }
    const schedules = weekdays.map((weekdayEn, at) => ({ weekdayEn, ...(at < 5 ? windows : closed) }))
    const holidays = [{ date: '2026-12-25', name: 'Natal', yearly: true, ...closed }]
    const hours = { schedules, holidays }
    const open = { id: 'c', kind: 'condition' as const, data: { key: '', operator: 'open' as const, value: '', hours } }
    const definition = chain(open, say('a', 'Aberto'))
    definition.nodes.push(say('b', 'Fechado'))
    definition.edges.push({ source: 'c', handle: 'b', target: 'b' })
    const graph = graphOf(definition)
    const world = (timeZone: string): TrialWorld => ({
      ...worldOf([0]),
      valuesAt: (clock) =>
        runValues({
          ...{ contactName: 'Zé', number: '55', email: null, ticket: { id: 1, createdAt: '2026-01-01T00:00:00Z' } },
          ...{ timeZone, now: new Date(clock) },
        }),
    })
    const said = (at: string, timeZone = 'UTC') => {
      const trial = startTrial(graph, world(timeZone), Date.parse(at))
      const options = { requestsSucceed: true, stopWords }
      expect(replay(graph, trial.recording as Recording, options).log).toEqual(trial.log)
      return shownBy(trial)[0]
    }
    expect(said('2026-03-06T08:00:00Z')).toBe('Aberto') // Friday
    expect(said('2026-03-06T12:00:00Z')).toBe('Fechado')
    expect(said('2026-03-06T17:59:59Z')).toBe('Aberto')
    expect(said('2026-03-07T10:00:00Z')).toBe('Fechado') // Saturday
    expect(said('2028-12-25T10:00:00Z')).toBe('Fechado') // Monday, Christmas
    expect(said('2026-03-09T02:00:00Z', 'Asia/Tokyo')).toBe('Aberto') // Monday, 11:00
    expect(said('2026-03-06T23:30:00Z', 'Asia/Tokyo')).toBe('Fechado') // Saturday, 8:30
  })

  test('takes the name of a picture as the answer to a question, and the chosen way at a randomizer', () => {
    const definition = chain(question, { id: 'r', kind: 'randomizer', data: { percent: 50 } }, say('a', 'A {{who}}'))
    definition.nodes.push(say('b', 'B {{who}}'))
    definition.edges.push({ source: 'r', handle: 'b', target: 'b' })
    const graph = graphOf(definition)
    for (const [way, text] of [
      ['a', 'A foto.jpg'],
      ['b', 'B foto.jpg'],
    ] as const) {
      const world = worldOf([0.1], { r: way })
      const trial = answerTrial(graph, world, startTrial(graph, world, noon), { text: '', file: 'foto.jpg' })
      expect(shownBy(trial)).toEqual(['Quem?', text])
      expect(trial.recording?.draws).toEqual({ r: [way] })
    }
  })

  test('goes on at a node with a changed variable, and is then no conversation that a customer can have', () => {
    const graph = graphOf(chain(question, say('m', 'Olá {{who}}')))
    const world = worldOf([0])
    const answered = answerTrial(graph, world, startTrial(graph, world, noon), { text: 'Ana' })
    expect(answered.recording).not.toBeNull()
    const again = restartTrial(graph, world, setVariable(answered, 'who', 'Bia'), 'm')
    expect(shownBy(again).at(-1)).toBe('Olá Bia')
    expect(again.recording).toBeNull()
  })

  test('says what a person types for a program, and goes on when it ends', () => {
    const settings = { url: 'https://bot.example', slug: 'b', expires: 1, delay: 0, finishWord: '', restartWord: '' }
    const data = { ...settings, integrationId: null, name: 'Bot', restartText: '', unknownText: '' }
    const graph = graphOf(chain({ id: 't', kind: 'typebot', data }, say('m', 'Fim')))
    const world = worldOf([0])
    const talking = sayAsProgram(startTrial(graph, world, noon), 'Sou o bot')
    expect(talking.lines.at(-1)).toMatchObject({ kind: 'programText', text: 'Sou o bot' })
    expect(shownBy(endProgram(graph, world, talking))).toEqual(['Fim'])
  })
})
