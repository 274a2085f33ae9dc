import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import type { BotRules } from '../../../../shared/bot/rules'
import { expiringText, inactiveText } from '../../../../shared/bot/texts'
import { createOutboundMessages } from '../../../inbox/messages/send/send'
import { fillAutomaticText } from '../../../inbox/messages/send/variables'
import { findTicketRow, type TicketRow } from '../../../inbox/tickets/read'
import { publishTransition, transition } from '../../../inbox/tickets/state/transition'
import { queueOf } from '../enqueue-turn'
import { readBotRules } from '../read-rules'
import { cutoffOf, isLongOverdue } from './cutoff'
import { readTimers, type TimerSettings } from './settings'

interface Unanswered {
  ticket: TicketRow
  rules: BotRules
  timers: TimerSettings
  answeredAt: string
  now: Date
}

/**
 * Auto-close of a silent ticket: closes a ticket whose last reply the customer has not answered within `expiresTicket`
 * minutes, with the connection's text, and without it when that time is long over (docs/behaviour.md, "Silent
 * tickets").
 */
export const expireTicket: JobHandler<{ ticketId: number }> = {
  run: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      const unanswered = await findUnanswered(scope, ticketId)
      if (!unanswered || unanswered.timers.expiresTicket === 0) return
      const cutoff = await cutoffFor(scope, unanswered, unanswered.timers.expiresTicket)
      if (cutoff === null || unanswered.answeredAt > cutoff) return
      const change = () => ({ closeReason: 'timeout' as const, closedBy: null })
      const done = await transition(scope, unanswered.ticket, {
        verb: 'close',
        event: 'closed',
        bySystem: true,
        change,
      })
      if (!done) return
      publishTransition(scope, done)
      const { rules, timers } = unanswered
      if (!isLongOverdue(unanswered.answeredAt, cutoff))
        await sendText(scope, done.row, timers, timers.expiresInactiveMessage.trim() || inactiveText(rules.language))
    }),
}

const setWarned = hot<{ id: number; now: string }>()((db, p) =>
  db
    .update('tickets')
    .set({ warnedAt: p('now') })
    .where('id', '=', p('id')),
)
const warnedAtOf = hot<{ id: number }>()((db, p) => db.select('tickets').select('warnedAt').where('id', '=', p('id')))

/** Warns the customer some minutes before the ticket is closed, once per reply. */
export const warnOfExpiry: JobHandler<{ ticketId: number }> = {
  run: (scope, { ticketId }) =>
    scope.transaction(async (scope) => {
      const found = await findUnanswered(scope, ticketId)
      if (!found || !(await isWarningDue(scope, found))) return
      const { timers, rules, ticket, now } = found
      await scope.db.run(setWarned, { id: ticketId, now: now.toISOString() })
      await sendText(scope, ticket, timers, timers.expiresWarningMessage.trim() || expiringText(rules.language))
    }),
}

async function isWarningDue(scope: Scope, unanswered: Unanswered): Promise<boolean> {
  const { timers, answeredAt, ticket } = unanswered
  const warnsAfter = timers.expiresTicket - timers.expiresWarning
  if (timers.expiresTicket === 0 || timers.expiresWarning === 0 || warnsAfter <= 0) return false
  const warnedAt = (await scope.db.first(warnedAtOf, { id: ticket.id }))?.warnedAt ?? ''
  const begin = await cutoffFor(scope, unanswered, warnsAfter)
  const end = await cutoffFor(scope, unanswered, timers.expiresTicket)
  const isClosedInstead = end !== null && answeredAt <= end
  return begin !== null && answeredAt <= begin && warnedAt < answeredAt && !isClosedInstead
}

/** Returns an open ticket whose customer has not answered, with the rules of its connection. */
async function findUnanswered(scope: Scope, ticketId: number): Promise<Unanswered | undefined> {
  const ticket = await findTicketRow(scope, ticketId)
  if (ticket?.status !== 'open' || ticket.isGroup === 1 || ticket.answeredAt === null) return undefined
  if (ticket.whatsappId === null) return undefined
  const rules = await readBotRules(scope, ticket.whatsappId)
  const timers = await readTimers(scope, ticket.whatsappId)
  if (!timers || !rules?.mayAct) return undefined
  return { ticket, rules, timers, answeredAt: ticket.answeredAt, now: new Date() }
}

const cutoffFor = async (scope: Scope, { rules, ticket, now }: Unanswered, minutes: number) =>
  cutoffOf(rules, await queueOf(scope, rules, ticket.queueId), minutes, now)

async function sendText(scope: Scope, ticket: TicketRow, { name }: TimerSettings, text: string) {
  const body = await fillAutomaticText(scope, ticket, text)
  const draft = { body, quotedId: null, files: [], bot: 'timer' as const }
  await createOutboundMessages(scope, ticket, draft, { origin: 'bot', userId: null, senderName: name })
}
