import type { JobHandler } from '../../../../core/jobs/job'
import type { Scope } from '../../../../core/scope'
import { hot } from '../../../../core/storage/tenant'
import { readSetting } from '../../../platform/settings/service'
import { findTicketRow, type TicketRow } from '../../tickets/read'
import { type AutomaticTextReason, defaultText } from '../send/default-texts'
import { createOutboundMessages } from '../send/send'
import { cutToMessage, fillAutomaticText, fillText } from '../send/variables'

const unannouncedEvent = hot<{ id: number }>()((db, p) =>
  db
    .select('ticket_events')
    .leftJoin('users', 'users.id', 'ticket_events.toUserId')
    .leftJoin('queues', 'queues.id', 'ticket_events.toQueueId')
    .select(['ticketId', 'kind', 'fromUserId', 'toUserId', 'fromQueueId', 'toQueueId'])
    .select(['users.name as userName', 'queues.name as queueName'])
    .where('ticket_events.id', '=', p('id'))
    .where('announced', '=', 0),
)
type TicketEventRow = NonNullable<(typeof unannouncedEvent)['row']>

const markAnnounced = hot<{ id: number }>()((db, p) =>
  db.update('ticket_events').set({ announced: 1 }).where('id', '=', p('id')),
)
const hasNoBot = hot<{ id: number }>()((db, p) =>
  db.select('contacts').select('disableBot').where('id', '=', p('id')).where('disableBot', '=', 1),
)

/**
 * Sends the customer the text about an acceptance or a transfer (docs/behaviour.md, "Automatic texts"). The column
 * `announced` guards against a second text when the job runs twice. A ticket closed in the meantime gets none.
 */
export const announceEvent: JobHandler<{ eventId: number }> = {
  attempts: 3,
  run: (scope, { eventId }) =>
    scope.transaction(async (scope) => {
      const event = await scope.db.first(unannouncedEvent, { id: eventId })
      const ticket = event && (await findTicketRow(scope, event.ticketId))
      if (!ticket || ticket.status === 'closed' || ticket.whatsappId === null) return
      if (await scope.db.first(hasNoBot, { id: ticket.contactId })) return
      const body = await textOf(scope, event, ticket)
      if (body === '') return
      await scope.db.run(markAnnounced, { id: eventId })
      await createOutboundMessages(
        scope,
        ticket,
        { body, quotedId: null, files: [] },
        { origin: 'system', userId: null, senderName: '' },
      )
    }),
}

/**
 * Returns the company's own text, or the default text in its language. `{{user}}` and `{{queue}}` are filled here, all
 * other variables by `fillText`.
 */
async function textOf(scope: Scope, event: TicketEventRow, ticket: TicketRow): Promise<string> {
  const companyText = (await readSetting(scope.db, isAcceptance(event) ? 'acceptedMessage' : 'transferMessage')).trim()
  const names: Record<string, string> = { user: event.userName ?? '', queue: event.queueName ?? '' }
  const occurrence = occurrenceOf(event)
  const text = companyText || (occurrence ? await defaultText(scope, occurrence) : '')
  const parts = text.split(/(\{\{\s{0,9}(?:user|queue)\s{0,9}\}\})/)
  const filled: string[] = []
  for (const [at, part] of parts.entries())
    filled.push(at % 2 === 1 ? (names[part.slice(2, -2).trim()] ?? '') : await fillText(scope, ticket, part))
  const body = filled.join('')
  const isEmptied = body.trim() === '' && text !== ''
  return isEmptied ? fillAutomaticText(scope, ticket, '{{greeting}}') : cutToMessage(body)
}

/** A user has the ticket now, by an own choice or by distribution. */
const isAcceptance = ({ kind }: Pick<TicketEventRow, 'kind'>) => kind === 'accepted' || kind === 'distributed'

function occurrenceOf({
  kind,
  fromUserId,
  toUserId,
  fromQueueId,
  toQueueId,
}: TicketEventRow): AutomaticTextReason | null {
  if (isAcceptance({ kind })) return 'accepted'
  const movedOn = toQueueId !== null && toQueueId !== fromQueueId
  const toPerson = toUserId !== null && toUserId !== fromUserId
  if (movedOn) return toPerson ? 'movedToPerson' : 'moved'
  return toPerson ? 'toPerson' : null
}
