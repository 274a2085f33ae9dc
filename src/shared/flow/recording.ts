import type { CustomerMessage } from './answer'
import type { Values } from './render'
import type { Run, RunEnd } from './run'

export interface ServiceAnswer {
  isSuccess: boolean
  variables: Values
}

/** How a program left the flow; see `FlowEvent`. */
export interface ProgramEnd {
  failed?: true
  queueId?: number
}

/** Input of a run: the answers of a customer and of services, and the draws. Takes another flow through the same talk. */
export interface Recording {
  /** Values of the contact and the time. */
  values: Values
  /** The customer's answers in their order, each of one or more messages. */
  answers: CustomerMessage[][]
  /** Answers of services by node, in their order. */
  services: Record<string, ServiceAnswer[]>
  /** Ends of programs by node, in their order. */
  programs: Record<string, ProgramEnd[]>
  /** Draws by node, in their order. */
  draws: Record<string, ('a' | 'b')[]>
}

/** The list of a node; empty without one. */
export const listOf = <T>(lists: Record<string, T[]>, nodeId: string): T[] =>
  Object.hasOwn(lists, nodeId) ? (lists[nodeId] as T[]) : []

/** Where a conversation stands at its end. */
export interface Ending {
  /** Null while the flow waits for something. */
  end: RunEnd | null
  nodeId: string | null
  /** Queue that the flow chose last. */
  queueId: number | null
}

export const endingOf = ({ end, nodeId }: Pick<Run, 'end' | 'nodeId'>, queueId: number | null): Ending => ({
  ...{ end: end ?? null, nodeId, queueId },
})

/** True when two conversations end in the same place: the same reason and queue, or without a queue the same node. */
export const isSameEnding = (one: Ending, other: Ending) =>
  one.end === other.end && one.queueId === other.queueId && (one.queueId !== null || one.nodeId === other.nodeId)
