import type { Scope } from '../../../core/scope'
import { hot } from '../../../core/storage/tenant'
import { route } from '../../../shared/bot/route'
import { situationOf } from '../../../shared/bot/situation'
import { queueOf } from '../bot/enqueue-turn'
import { readBotRules } from '../bot/read-rules'
import { readBotState } from '../bot/state'
import type { CustomerMessage } from './program'
import type { Session } from './session'

const blockedContact = hot<{ id: number }>()((db, p) =>
  db.select('contacts').select('id').where('id', '=', p('id')).where('disableBot', '=', 1),
)

/**
 * Decision of the router about a message of a session; its handler is no longer `session` after hours, without a licence,
 * or for a blocked contact. Null without a connection.
 */
export async function decideInSession(scope: Scope, { ticket }: Session, message: CustomerMessage) {
  if (ticket.whatsappId === null) return null
  const rules = await readBotRules(scope, ticket.whatsappId)
  const state = await readBotState(scope, ticket.id)
  if (!rules || !state) return null
  const addressed = {
    ...{ ticket, state, queue: await queueOf(scope, rules, ticket.queueId) },
    message: { fromMe: false, at: message.createdAt, text: message.body },
    hasFlow: false,
    isNewCustomer: false,
    isBotBlocked: (await scope.db.first(blockedContact, { id: ticket.contactId })) !== undefined,
  }
  return { state, ...route(situationOf(rules, addressed, new Date())) }
}
