/** Reasons why a flow is refused as a whole. */
export type FaultReason =
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

/** First fault of a flow, with its place: a node's id, and the field of its data or the way out. */
export interface Fault {
  reason: FaultReason
  nodeId?: string
  field?: string
}

export class FlowFault extends Error {
  constructor(readonly fault: Fault) {
    super(`flow: ${fault.reason} ${fault.nodeId ?? ''} ${fault.field ?? ''}`.trim())
  }
}
