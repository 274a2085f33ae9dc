/** Reasons why a file is refused before its flow is read, or for the files inside of it. */
export type FileFaultReason = 'json' | 'format' | 'newer' | 'unreadable' | 'tooLarge' | 'media'

/** Reasons why a flow is refused as a whole. */
export type FaultReason =
  | FileFaultReason
  | 'tooManyNodes'
  | 'tooManyEdges'
  | 'noStart'
  | 'twoStarts'
  | 'nodeId'
  | 'duplicateId'
  | 'unknownNode'
  | 'intoStart'
  | 'handle'
  | 'twoEdges'
  | 'data'

/** First fault of a flow and its place: the position in the lists, such as `nodes.2.data.label`. */
export interface Fault {
  reason: FaultReason
  place: string
}

export class FlowFault extends Error {
  constructor(readonly fault: Fault) {
    super(`flow: ${fault.reason} at ${fault.place}`)
  }
}
