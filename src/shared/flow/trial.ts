import { limits } from '../limits'
import { cutText } from '../text'
import { type CustomerMessage, inputOf } from './answer'
import type { Graph } from './graph'
import { listOf, type Recording } from './recording'
import type { Values } from './render'
import { queueOf } from './replay'
import { type Effect, type FlowEvent, isLive, type LogLine, newRun, type Run, type World } from './run'
import { step } from './step'
import { effectLine, type TrialLine, type TrialLineContent, type TriedAnswer, type TriedEnd } from './trial-line'

/** A flow's conversation with a virtual customer. Plain JSON; nothing of it is sent or stored. */
export interface Trial {
  run: Run
  /** Time in the trial, epoch ms. */
  clock: number
  /** Time at which the timer is due, epoch ms; null without one. */
  wakeAt: number | null
  queueId: number | null
  lines: TrialLine[]
  log: LogLine[]
  /** The conversation as a test case keeps it; null after a jump or a changed variable, which no customer can do. */
  recording: Recording | null
}

/** Values and choices of the person who tries a flow. */
export interface TrialWorld {
  /** Values of the contact at a time (epoch ms). */
  valuesAt(clock: number): Values
  /** Chosen draws by node; the others are random. */
  draws: Record<string, 'a' | 'b'>
  random(): number
  /** Text before a menu that is sent again. */
  invalidOption: string
  /** Words of the company that end a flow, folded. */
  stopWords: string[]
}

/** Begins a conversation. */
export function startTrial(graph: Graph, world: TrialWorld, clock: number): Trial {
  const recording: Recording = { values: world.valuesAt(clock), answers: [], services: {}, programs: {}, draws: {} }
  const trial = { run: newRun(), clock, wakeAt: null, queueId: null, lines: [], log: [], recording }
  return take(graph, world, trial, { kind: 'start' })
}

/** Goes on at a node, with the answers that the conversation has. */
export function restartTrial(graph: Graph, world: TrialWorld, trial: Trial, nodeId: string): Trial {
  const from = { ...graph, start: graph.node(nodeId) }
  const fresh = { ...trial, run: newRun(trial.run.variables), wakeAt: null, recording: null }
  return take(from, world, addLine(fresh, { kind: 'restart', nodeId }), { kind: 'start' })
}

/**
 * The customer writes. A flow that waits for something else takes nothing but a word that ends it; a conversation that
 * ends so is no test case, because a replay does not wait.
 */
export function answerTrial(graph: Graph, world: TrialWorld, trial: Trial, message: CustomerMessage): Trial {
  const { state, nodeId } = trial.run
  const isAsked = state === 'input'
  const said = addLine(trial, { kind: 'customer', ...message, isHeard: isAsked || state === 'program' })
  const recorded = record(said, ({ answers }) => ({ answers: isAsked ? [...answers, [message]] : answers }))
  const answered = take(graph, world, recorded, inputOf(graph.node(nodeId), [message], world.stopWords))
  return isAsked || answered.run.end !== 'stopped' ? answered : { ...answered, recording: null }
}

/** Moves the clock; timers that are due on the way end at their time. */
export function moveClock(graph: Graph, world: TrialWorld, trial: Trial, ms: number): Trial {
  const until = trial.clock + ms
  let moved = trial
  while (moved.run.state === 'timer' && moved.wakeAt !== null && moved.wakeAt <= until)
    moved = take(graph, world, { ...moved, clock: moved.wakeAt, wakeAt: null }, { kind: 'timer' })
  return { ...moved, clock: until }
}

/** The service that a request node asks has answered. */
export function answerRequest(graph: Graph, world: TrialWorld, trial: Trial, outcome: TriedAnswer): Trial {
  const { problem, ...answer } = outcome
  const { state, nodeId } = trial.run
  if (state !== 'request' || nodeId === null) return trial
  const recorded = record(trial, ({ services }) => ({
    services: { ...services, [nodeId]: [...listOf(services, nodeId), answer] },
  }))
  const shown = addLine(recorded, { kind: 'answer', nodeId, ...outcome })
  return take(graph, world, shown, { kind: 'answer', ...answer })
}

/** The program at which the flow waits says something. */
export function sayAsProgram(trial: Trial, text: string): Trial {
  const { state, nodeId } = trial.run
  return state === 'program' && nodeId !== null ? addLine(trial, { kind: 'programText', nodeId, text }) : trial
}

/** The program has ended; one that failed leaves the ticket to people. */
export function endProgram(graph: Graph, world: TrialWorld, trial: Trial, outcome: TriedEnd = {}): Trial {
  const { problem, ...end } = outcome
  const { state, nodeId } = trial.run
  if (state !== 'program' || nodeId === null) return trial
  const recorded = record(trial, ({ programs }) => ({
    programs: { ...programs, [nodeId]: [...listOf(programs, nodeId), end] },
  }))
  const shown = problem ? addLine(recorded, { kind: 'problem', nodeId, problem }) : recorded
  return take(graph, world, shown, { kind: 'programEnded', ...end })
}

/** Changes the value of a variable; a flow that runs on sees it. */
export const setVariable = (trial: Trial, name: string, value: string): Trial => ({
  ...trial,
  run: { ...trial.run, variables: { ...trial.run.variables, [name]: value } },
  recording: null,
})

const record = (trial: Trial, change: (recording: Recording) => Partial<Recording>): Trial =>
  trial.recording ? { ...trial, recording: { ...trial.recording, ...change(trial.recording) } } : trial

function take(graph: Graph, world: TrialWorld, trial: Trial, event: FlowEvent): Trial {
  const stepWorld: World = {
    values: world.valuesAt(trial.clock),
    random: (nodeId) => drawOf(world, nodeId),
    invalidOption: world.invalidOption,
    stopWords: world.stopWords,
  }
  const result = step(graph, trial.run, event, stepWorld)
  const { run, effects, log } = result
  const moved: Trial = {
    ...record(trial, ({ draws }) => ({ draws: addDraws(draws, graph, log) })),
    ...{ run, wakeAt: wakeAtOf(trial, run, effects), queueId: queueOf(result) ?? trial.queueId },
    log: [...trial.log, ...log],
  }
  const shown = [...log.flatMap(invalidLine), ...effects.map(lineOf)].reduce(addLine, moved)
  const hasEnded = isLive(trial.run.state) && !isLive(run.state)
  return hasEnded ? addLine(shown, { kind: 'end', nodeId: run.nodeId, end: run.end ?? 'end' }) : shown
}

function drawOf({ draws, random }: TrialWorld, nodeId: string): number {
  const chosen = Object.hasOwn(draws, nodeId) ? draws[nodeId] : undefined
  if (chosen === undefined) return random()
  return chosen === 'a' ? 0 : 1 - Number.EPSILON
}

function addDraws(before: Recording['draws'], graph: Graph, log: LogLine[]): Recording['draws'] {
  const draws = { ...before }
  for (const { nodeId, outcome } of log)
    if (graph.node(nodeId)?.kind === 'randomizer')
      draws[nodeId] = [...listOf(draws, nodeId), outcome === 'a' ? 'a' : 'b']
  return draws
}

const invalidLine = ({ nodeId, outcome }: LogLine): TrialLineContent[] =>
  outcome === 'invalid' ? [{ kind: 'invalid', nodeId }] : []

/** Messages are cut as the server cuts them. */
const lineOf = (effect: Effect) =>
  effectLine(effect.kind === 'say' ? { ...effect, text: cutText(effect.text, limits.messageBody.max) } : effect)

function wakeAtOf({ clock, wakeAt }: Trial, { state }: Run, effects: Effect[]): number | null {
  const wait = effects.findLast((effect) => effect.kind === 'wait')
  if (state !== 'timer') return null
  return wait?.kind === 'wait' ? clock + wait.seconds * 1000 : wakeAt
}

const addLine = (trial: Trial, line: TrialLineContent): Trial => ({
  ...trial,
  lines: [...trial.lines, { ...line, at: trial.clock }],
})
