import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import { graphOf } from '../../src/shared/flow/graph'
import { type Definition, startId } from '../../src/shared/flow/node'
import { replay } from '../../src/shared/flow/replay'
import { type Effect, type FlowEvent, isLive, newRun, type World } from '../../src/shared/flow/run'
import { step } from '../../src/shared/flow/step'
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
} from '../../src/shared/flow/trial'
import { stopWords } from '../../src/shared/flow/values'
import { definitions, draws, flowEvents } from '../random-flows'

const values = { name: 'Zé', city: '{{name}}' }
const noon = Date.parse('2026-03-03T12:00:00.000Z')

function worldOf(drawn: number[], chosen: TrialWorld['draws'] = {}): TrialWorld {
  let at = 0
  const random = () => drawn[at++ % drawn.length] as number
  return { valuesAt: () => values, draws: chosen, random, invalidOption: 'Inválida' }
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
      const replayed = replay(graphOf(definition), trial.recording, { requestsSucceed: true })
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
