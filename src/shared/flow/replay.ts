import { type CustomerMessage, inputOf } from './answer'
import type { Graph } from './graph'
import { type Ending, endingOf, listOf, type Recording } from './recording'
import { type FlowEvent, isLive, type LogLine, newRun, type Run, type StepResult, type World } from './run'
import { step } from './step'

/** How a recorded conversation goes through a flow. */
export interface Replay {
  ending: Ending
  log: LogLine[]
  /** True when the flow still waits for the customer, whose recorded answers are used up. */
  isUnanswered: boolean
  /** Answers that chose no option of a menu: the node, and the answer's position in the recording. */
  misunderstood: { nodeId: string; answer: number }[]
  /** Recorded answers that the flow did not ask for. */
  unusedAnswers: number
}

export interface ReplayOptions {
  /** Result of requests that the recording does not have; their values are empty. */
  requestsSucceed: boolean
  /** Words of the company that end a flow, folded. */
  stopWords: string[]
}

/**
 * Takes a flow through a recorded conversation. Timers pass at once; requests give what they gave then; programs end at
 * once as they ended then. Pure: the same recording gives the same result.
 */
export function replay(graph: Graph, recording: Recording, options: ReplayOptions): Replay {
  const source = new RecordedEvents(graph, recording, options)
  const replayed: Replay = { ...nothing(), log: [] }
  let run = newRun()
  let queueId: number | null = null
  for (let event: FlowEvent | undefined = { kind: 'start' }; event; event = source.next(run)) {
    const result = step(graph, run, event, source.world)
    run = result.run
    queueId = queueOf(result) ?? queueId
    replayed.log.push(...result.log)
    for (const { nodeId, outcome } of result.log)
      if (outcome === 'invalid') replayed.misunderstood.push({ nodeId, answer: source.answered - 1 })
  }
  const isUnanswered = run.state === 'input'
  const unusedAnswers = recording.answers.length - source.answered
  return { ...replayed, ending: endingOf(run, queueId), isUnanswered, unusedAnswers }
}

const nothing = () => ({
  ...{ ending: { end: null, nodeId: null, queueId: null }, misunderstood: [], isUnanswered: false, unusedAnswers: 0 },
})

export function queueOf({ effects }: StepResult): number | null {
  const chosen = effects.findLast((effect) => effect.kind === 'queue')
  return chosen?.kind === 'queue' ? chosen.queueId : null
}

/** Events of a recording in the order in which a flow asks for them. */
class RecordedEvents {
  answered = 0
  readonly world: World
  private readonly used = new Map<string, number>()

  constructor(
    private readonly graph: Graph,
    private readonly recording: Recording,
    private readonly options: ReplayOptions,
  ) {
    const { values } = recording
    const { stopWords } = options
    this.world = { values, random: (nodeId) => this.draw(nodeId), invalidOption: '', stopWords }
  }

  /** The next event for a run; undefined when it has ended or the customer said no more. */
  next({ state, nodeId }: Run): FlowEvent | undefined {
    if (!isLive(state)) return undefined
    if (state === 'timer') return { kind: 'timer' }
    if (state === 'program') return { kind: 'programEnded', ...this.programEnd(nodeId ?? '') }
    if (state === 'request') return { kind: 'answer', ...this.serviceAnswer(nodeId ?? '') }
    const messages: CustomerMessage[] | undefined = this.recording.answers[this.answered]
    if (!messages) return undefined
    this.answered++
    return inputOf(this.graph.node(nodeId), messages, this.options.stopWords)
  }

  private programEnd(nodeId: string) {
    return this.take(`program ${nodeId}`, listOf(this.recording.programs, nodeId)) ?? {}
  }

  private serviceAnswer(nodeId: string) {
    const given = this.take(`request ${nodeId}`, listOf(this.recording.services, nodeId))
    return given ?? { isSuccess: this.options.requestsSucceed, variables: {} }
  }

  /** A node that the recording does not know draws by its id, so that a repeated replay takes the same way. */
  private draw(nodeId: string): number {
    const drawn = this.take(`draw ${nodeId}`, listOf(this.recording.draws, nodeId))
    if (drawn) return drawn === 'a' ? 0 : 1 - Number.EPSILON
    return fractionOf(`${nodeId} ${JSON.stringify(this.recording.answers)} ${this.used.get(`draw ${nodeId}`)}`)
  }

  private take<T>(key: string, answers: T[]): T | undefined {
    const at = this.used.get(key) ?? 0
    this.used.set(key, at + 1)
    return answers[at]
  }
}

/** A number from 0 to 1 by FNV-1a, 1 excluded; the same text gives the same number. */
function fractionOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) / 2 ** 32
}
