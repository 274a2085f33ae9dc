import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { ratingText } from '../../../../shared/bot/rating'
import { companyLanguage } from '../../../platform/company/language'
import { isEnabled, readSetting } from '../../../platform/settings/service'
import { requestRating } from '../../tickets/history/rating-requests'
import { findTicketRow, type TicketRow } from '../../tickets/read'
import { mayBeSent } from './may-be-sent'
import { createOutboundMessages } from './send'
import { fillAutomaticText } from './variables'

const textsOf = hot<{ id: number }>()((db, p) =>
  db.select('connections').select(['name', 'complationMessage', 'ratingMessage']).where('id', '=', p('id')),
)
type Texts = NonNullable<(typeof textsOf)['row']>

const sentSinceClosing = hot<{ ticketId: number; body: string }>()((db, p) =>
  db
    .select('messages')
    .innerJoin('tickets', 'tickets.id', 'messages.ticketId')
    .select('messages.id')
    .where('messages.ticketId', '=', p('ticketId'))
    .where('messages.origin', '=', 'system')
    .where('messages.body', '=', p('body'))
    .whereRef('messages.createdAt', '>=', 'tickets.closedAt')
    .limit(1),
)
const askedSinceClosing = hot<{ ticketId: number }>()((db, p) =>
  db
    .select('rating_requests')
    .innerJoin('tickets', 'tickets.id', 'rating_requests.ticketId')
    .select('rating_requests.id')
    .where('rating_requests.ticketId', '=', p('ticketId'))
    .whereRef('rating_requests.sentAt', '>=', 'tickets.closedAt')
    .limit(1),
)
const hasNoBot = hot<{ id: number }>()((db, p) =>
  db.select('contacts').select('id').where('id', '=', p('id')).where('disableBot', '=', 1),
)
const customersMessage = hot<{ ticketId: number }>()((db, p) =>
  db.select('messages').select('id').where('ticketId', '=', p('ticketId')).where('fromMe', '=', 0).limit(1),
)

/**
 * After an agent closed a ticket, asks the customer for a rating or sends the connection's closing text, which
 * otherwise thanks for the rating (docs/behaviour.md, "Closing"). A ticket reopened in the meantime gets none. Without
 * a live session the text waits like any message. Sent once per closing, also when the job runs twice.
 */
export const sendClosingMessage: JobHandler<{ ticketId: number }> = {
  attempts: 3,
  run: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      const ticket = await findTicketRow(scope, ticketId)
      if (ticket?.status !== 'closed' || ticket.whatsappId === null || !(await mayBeSent(scope, 'system'))) return
      const texts = await scope.db.first(textsOf, { id: ticket.whatsappId })
      if (!texts || (await scope.db.first(askedSinceClosing, { ticketId }))) return
      if (!(await askForRating(scope, ticket, texts))) await sayGoodbye(scope, ticket, texts)
    }),
}

/** Returns true when the customer was asked. */
async function askForRating(scope: Scope, ticket: TicketRow, { name, ratingMessage }: Texts): Promise<boolean> {
  const { id, contactId, whatsappId } = ticket
  if (whatsappId === null || ticket.isGroup === 1 || !(await isEnabled(scope.db, 'userRating'))) return false
  if (await scope.db.first(hasNoBot, { id: contactId })) return false
  if (!(await scope.db.first(customersMessage, { ticketId: id }))) return false
  if (!(await requestRating(scope, { id, contactId, whatsappId }))) return false
  const scale = await readSetting(scope.db, 'ratingScaleMessage')
  const body = await fillAutomaticText(scope, ticket, ratingText(ratingMessage, await companyLanguage(scope), scale))
  const draft = { body, quotedId: null, files: [], bot: 'rating' as const }
  await createOutboundMessages(scope, ticket, draft, { origin: 'bot', userId: null, senderName: name })
  return true
}

async function sayGoodbye(scope: Scope, ticket: TicketRow, { complationMessage }: Texts) {
  const body = await fillAutomaticText(scope, ticket, complationMessage.trim())
  if (body === '' || (await scope.db.first(sentSinceClosing, { ticketId: ticket.id, body }))) return
  const draft = { body, quotedId: null, files: [] }
  await createOutboundMessages(scope, ticket, draft, { origin: 'system', userId: null, senderName: '' })
}
