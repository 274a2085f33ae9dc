import type { Scope } from '../../../../core/scope'
import { AppError } from '../../../../shared/errors'
import type { TicketPatch } from '../model'
import { type TicketRow, toTicket } from '../read'
import { actorOf } from './states'
import { actingUser } from './transition'

/** Fields of the robot in a ticket. */
const botFields = ['chatbot', 'useIntegration', 'promptId', 'integrationId'] as const
/** Fields that select a verb. */
const verbFields = ['status', 'userId', 'queueId', 'whatsappId'] as const

/**
 * True when the patch stops the robot. @throws ERR_VALIDATION with the fields that would start one and differ from the
 * ticket, to a user who may change it
 */
export function stopsBot(scope: Scope, was: TicketRow, patch: TicketPatch): boolean {
  const ticket = toTicket(scope, was)
  const started = botFields.filter((field) => patch[field] && patch[field] !== ticket[field])
  if (started.length > 0 && mayChange(scope, was)) throw new AppError('ERR_VALIDATION', { fields: started })
  return botFields.some((field) => patch[field] === false || patch[field] === null)
}

/**
 * True for a ticket that comes back as it was read, to a user who may change it, and for a patch with blank fields only.
 * It has the ticket's status and user: `open` alone accepts, and a user or a queue alone is a transfer, also to those
 * that the ticket has.
 */
export function isAsRead(scope: Scope, was: TicketRow, patch: TicketPatch): boolean {
  if (!mayChange(scope, was) || patch.outcome !== undefined || patch.farewell !== undefined) return false
  const ticket = toTicket(scope, was)
  const given = [...verbFields, ...botFields].filter((field) => patch[field] !== undefined)
  if (given.some((field) => patch[field] !== ticket[field])) return false
  if (given.every((field) => (botFields as readonly string[]).includes(field)))
    return given.every((field) => patch[field])
  return patch.status !== undefined && patch.userId !== undefined
}

const mayChange = (scope: Scope, was: TicketRow) =>
  ['system', 'holder', 'changer'].includes(actorOf(actingUser(scope), was))
