import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { addNote } from '../../notes/service'
import type { Ticket } from '../model'
import { transferTicket } from '../state/change'
import type { TicketTransfer } from './model'

/**
 * Transfers a ticket and adds the note in the same transaction. The new holder is mentioned in the note and sees it at
 * the bell.
 * @throws ERR_VALIDATION without a target, and as `transferTicket`
 */
export async function transferWithNote(outer: Scope, id: number, { note, ...to }: TicketTransfer): Promise<Ticket> {
  const text = note?.trim()
  if (text !== undefined && text.length < limits.note.min) throw new AppError('ERR_VALIDATION', { fields: ['note'] })
  if (Object.keys(to).length === 0) throw new AppError('ERR_VALIDATION', { fields: ['userId', 'queueId'] })
  return outer.transaction(async (scope) => {
    const ticket = await transferTicket(scope, id, to)
    if (text !== undefined) await addNote(scope, ticket, text, to.userId === undefined ? [] : [to.userId])
    return ticket
  })
}
