import type { Scope } from '../../../../../core/scope'
import { closedText } from '../../../../../shared/bot/rules'
import { findTicketRow } from '../../../../inbox/tickets/read'
import { readSetting } from '../../../../platform/settings/service'
import { queueOf } from '../../../bot/enqueue-turn'
import { readBotRules } from '../../../bot/read-rules'

/** Steps and range in which the next opening is looked for, in ms. */
const every = 5 * 60_000
const within = 24 * 60 * 60_000

/**
 * Time until which a ticket's timers are held, because the customer could not answer outside of opening hours; undefined
 * while open. At most a day ahead: the hours may change.
 */
export async function closedUntil(scope: Scope, ticketId: number, now = new Date()): Promise<Date | undefined> {
  if ((await readSetting(scope.db, 'scheduleType')) === 'disabled') return undefined
  const ticket = await findTicketRow(scope, ticketId)
  const rules = ticket?.whatsappId ? await readBotRules(scope, ticket.whatsappId, now) : null
  if (!ticket || !rules) return undefined
  const queue = await queueOf(scope, rules, ticket.queueId)
  const isClosed = (at: Date) => closedText(rules, queue, at) !== null
  if (!isClosed(now)) return undefined
  for (let ahead = every; ahead < within; ahead += every) {
    const at = new Date(now.getTime() + ahead)
    if (!isClosed(at)) return at
  }
  return new Date(now.getTime() + within)
}
