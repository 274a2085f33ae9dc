import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { findContactByNumber } from '../../contacts/contacts/identify'
import { findStep } from './rows'

const previousMessage = hot<{ campaignId: number; number: string; step: number }>()((db, p) =>
  db
    .select('campaign_recipients')
    .select(({ fn }) => [fn.max('sentAt').as('sentAt'), fn.max('answeredAt').as('answeredAt')])
    .where('campaignId', '=', p('campaignId'))
    .where('number', '=', p('number'))
    .where('step', '<', p('step')),
)
const newestInbound = hot<{ contactId: number }>()((db, p) =>
  db
    .select('messages')
    .select('createdAt')
    .where('contactId', '=', p('contactId'))
    .where('fromMe', '=', 0)
    .orderBy('id', 'desc')
    .limit(1),
)
const taggedTicket = hot<{ contactId: number; tagId: number }>()((db, p) =>
  db
    .select('tickets')
    .innerJoin('ticket_tags', 'ticket_tags.ticketId', 'tickets.id')
    .select('tickets.id')
    .where('tickets.contactId', '=', p('contactId'))
    .where('ticket_tags.tagId', '=', p('tagId'))
    .limit(1),
)
const endWaiting = hot<{ number: string }>()((db, p) =>
  db
    .update('campaign_recipients')
    .set({ state: 'suppressed', reason: 'answered' })
    .where('number', '=', p('number'))
    .where('step', '>', 0)
    .where('state', '=', 'pending'),
)

/** Person and later message whose turn it is. */
interface LaterTurn {
  campaignId: number
  step: number
  number: string
}

/**
 * Returns why a later message is not sent: the person wrote anything since the message before, or one of the contact's
 * tickets has the campaign's end tag. Asked in the transaction that takes the turn.
 */
export async function stepEndOf(
  scope: Scope,
  { campaignId, step, number }: LaterTurn,
): Promise<'answered' | 'tag' | null> {
  if (step === 0) return null
  const before = await scope.db.first(previousMessage, { campaignId, number, step })
  if (before?.answeredAt) return 'answered'
  const contact = await findContactByNumber(scope, number)
  if (!contact) return null
  const inbound = await scope.db.first(newestInbound, { contactId: contact.id })
  if (inbound && before?.sentAt && isSince(inbound.createdAt, before.sentAt)) return 'answered'
  const tagId = (await findStep(scope, campaignId, step))?.endTagId ?? null
  if (tagId === null) return null
  return (await scope.db.first(taggedTicket, { contactId: contact.id, tagId })) ? 'tag' : null
}

/** WhatsApp's times have whole seconds: an answer in the second of the message is one. */
const isSince = (at: string, sentAt: string) => at.slice(0, 19) >= sentAt.slice(0, 19)

/** Takes the person's waiting later messages out of all campaigns, because they answered. Call within a transaction. */
export const endStepsOf = (scope: Scope, number: string) => scope.db.run(endWaiting, { number })
