import { isObject } from '../failure'

/** Decision of a program about the ticket: hand it over, close it, or say nothing more. */
export interface AnswerAction {
  type: 'transfer' | 'close' | 'stop'
  queueId: number | null
  userId: number | null
}

const actionTypes = ['transfer', 'close', 'stop'] as const

/** The action of an item: `{ type, queueId, userId }`, or its type with the ids beside it; null for none of these. */
export function readAction(fields: Record<string, unknown>): AnswerAction | null {
  const { action } = fields
  const { type, queueId, userId } = isObject(action) ? action : { ...fields, type: action }
  const actionType = actionTypes.find((each) => each === type)
  return actionType ? { type: actionType, queueId: idOrNull(queueId), userId: idOrNull(userId) } : null
}

const idOrNull = (value: unknown) => {
  const id = Number(value)
  return Number.isSafeInteger(id) && id > 0 ? id : null
}
