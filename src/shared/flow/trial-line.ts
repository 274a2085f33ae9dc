import type { CustomerMessage } from './answer'
import type { FlowNode, NodeData } from './node'
import type { ProgramEnd, ServiceAnswer } from './recording'
import type { Effect, RunEnd } from './run'

/** Reason of a failed request that its author can act on. `tooDeep`: the answer's JSON is nested too deep to be read. */
export const requestProblems = ['tooDeep'] as const
export type RequestProblem = (typeof requestProblems)[number]

/** Answer of a service in a trial, typed or real. */
export type TriedAnswer = ServiceAnswer & { problem?: RequestProblem | null }

/** How a program left a trial, said here or by the program itself. */
export type TriedEnd = ProgramEnd & { problem?: RequestProblem }

/** One line of a trial: a message, or something that the flow did. */
export type TrialLineContent =
  /** `isHeard` is false for a message for which the flow did not wait. */
  | ({ kind: 'customer'; isHeard: boolean } & CustomerMessage)
  | { kind: 'text' | 'programText'; nodeId: string; text: string }
  | { kind: 'file'; nodeId: string; mediaId: string; asVoice: boolean }
  | { kind: 'location'; nodeId: string; latitude: number; longitude: number; address: string }
  | { kind: 'wait'; nodeId: string; seconds: number }
  | { kind: 'request'; nodeId: string; request: NodeData['request'] }
  | ({ kind: 'answer'; nodeId: string } & TriedAnswer)
  | { kind: 'problem'; nodeId: string; problem: RequestProblem }
  | { kind: 'program'; nodeId: string; node: Extract<FlowNode, { kind: 'typebot' | 'prompt' }> }
  | { kind: 'queue'; nodeId: string; queueId: number }
  | { kind: 'tag'; nodeId: string; tagId: number; adds: boolean }
  | { kind: 'close' | 'invalid' | 'restart'; nodeId: string }
  | { kind: 'end'; nodeId: string | null; end: RunEnd }

/** A line with its time in the trial, epoch ms. */
export type TrialLine = TrialLineContent & { at: number }

/** The line that shows an effect, which the server would store or send. */
export function effectLine(effect: Effect): TrialLineContent {
  switch (effect.kind) {
    case 'say':
      return { ...effect, kind: 'text' }
    case 'sendFile':
      return { ...effect, kind: 'file' }
    case 'sendLocation':
      return { ...effect, kind: 'location' }
    case 'program':
      return { ...effect, nodeId: effect.node.id }
    default:
      return effect
  }
}
