import type { FlowNode, NodeData } from './node'
import type { Values } from './render'

/**
 * Live states wait for something: the customer, a timer, the answer of a request, or a program (Typebot, prompt) that
 * talks with the customer. The others are final.
 */
const liveStates = ['input', 'timer', 'request', 'program'] as const
export const runStates = [...liveStates, 'done', 'failed', 'cancelled'] as const
export type RunState = (typeof runStates)[number]
export const isLive = (state: RunState) => (liveStates as readonly RunState[]).includes(state)

/** Reasons why a run ended. */
export const runEnds = [
  ...(['end', 'ticket', 'closed', 'invalid', 'stopped', 'steps', 'loop', 'unknown', 'broken'] as const),
  /** A program gave no usable answer; the customer was silent for a day; the robot may not speak any more. */
  ...(['program', 'silent', 'barred'] as const),
] as const
export type RunEnd = (typeof runEnds)[number]

/** A conversation of a flow with one customer. Plain JSON: it is a row between two steps. */
export interface Run {
  state: RunState
  /** Node at which the run stands; null before the first. */
  nodeId: string | null
  /** Next element of a content node. */
  element: number
  /** Answers and values of the customer. */
  variables: Values
  /** Wrong answers to the current menu. */
  invalidAnswers: number
  /** Nodes executed so far. */
  steps: number
  end?: RunEnd
}

export const newRun = (variables: Values = {}): Run => ({
  ...{ state: 'timer', nodeId: null, element: 0, variables, invalidAnswers: 0, steps: 0 },
})

/** Event of a run. */
export type FlowEvent =
  | { kind: 'start' }
  /** The customer wrote; a file counts as its text or name in a question and as a wrong answer in a menu. */
  | { kind: 'input'; text: string; file?: string }
  | { kind: 'timer' }
  | { kind: 'answer'; isSuccess: boolean; variables: Values }
  /** `queueId`: queue in which the program leaves the ticket. */
  | { kind: 'programEnded'; failed?: true; queueId?: number }
  /** The customer was silent for too long. */
  | { kind: 'expire' }

/** Work that a step leaves to its caller; stored in the transaction that stores the run. */
export type Effect =
  | { kind: 'say'; nodeId: string; text: string }
  | { kind: 'sendFile'; nodeId: string; mediaId: string; asVoice: boolean }
  | { kind: 'sendLocation'; nodeId: string; latitude: number; longitude: number; address: string }
  | { kind: 'wait'; nodeId: string; seconds: number }
  | { kind: 'request'; nodeId: string; request: NodeData['request'] }
  | { kind: 'program'; node: Extract<FlowNode, { kind: 'typebot' | 'prompt' }> }
  | { kind: 'queue'; nodeId: string; queueId: number }
  | { kind: 'tag'; nodeId: string; tagId: number; adds: boolean }
  | { kind: 'close'; nodeId: string }

/** One line of a run's log. */
export interface LogLine {
  nodeId: string
  /** Way out that was taken, or what the node waits for. */
  outcome: string
  /** Values that the service of a request gave. */
  variables?: Values
}

export interface StepResult {
  run: Run
  effects: Effect[]
  log: LogLine[]
}

/** Values and chance that a step reads. */
export interface World {
  /** Values of the contact, the ticket and the time; answers of the same name come first. */
  values: Values
  /** A number from 0 to 1, 1 excluded, for the draw of a node. */
  random(nodeId: string): number
  /** Text before a menu that is sent again. */
  invalidOption: string
  /** Words of the customer that end the run, folded. */
  stopWords: string[]
}

/** Nodes that a run may execute in all, and for one event; wrong answers to one menu. */
export const caps = { run: 200, event: 100, invalidAnswers: 3 }
