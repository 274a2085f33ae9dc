import type { Published, TransactionEvents } from '../../../core/events'
import type { Scope } from '../../../core/scope'
import type { WebhookEvent } from '../../../shared/webhook-events'
import type { Message } from '../../inbox/messages/model'
import type { Ticket } from '../../inbox/tickets/model'
import type { Connection } from '../../numbers/connections/model'

/** An event as webhooks receive it. */
interface OutgoingEvent {
  name: WebhookEvent
  /** Events with the same text arrive in order. */
  order: string
  ticketId?: number
  contactId?: number
  messageId?: number
  payload: Record<string, unknown>
}

/** Events of a transaction in their order. A ticket's events have its state at the end of the transaction. */
export function eventsOf(scope: Scope, { published, ticketEvents }: TransactionEvents): OutgoingEvent[] {
  const events: OutgoingEvent[] = []
  const tickets = new Map<number, Ticket>()
  const withMessage = new Set<number>()
  for (const one of published) {
    const found = eventOf(scope, one)
    if (found) events.push(found)
    const ticket = ticketOf(one)
    if (one.entity === 'appMessage' && ticket) withMessage.add(ticket.id)
    if (ticket) tickets.set(ticket.id, ticket)
  }
  for (const [id, ticket] of tickets) events.push(...ticketEventsOf(id, ticket, ticketEvents, withMessage.has(id)))
  return events
}

/** The ticket of an event that shows its state. A ticket's own event follows those of its messages. */
function ticketOf(one: Published): Ticket | null {
  if (one.entity === 'appMessage') return one.read().ticket
  if (one.entity !== 'ticket') return null
  const payload = one.read()
  return payload.action === 'update' ? payload.ticket : null
}

/** A ticket that changed without an event of its history and without a message, for example its tags, is `updated`. */
function ticketEventsOf(
  id: number,
  ticket: Ticket,
  noted: TransactionEvents['ticketEvents'],
  hasMessage: boolean,
): OutgoingEvent[] {
  const kinds = noted.filter(({ ticketId }) => ticketId === id).map(({ kind }) => kind)
  const names = kinds.length > 0 || hasMessage ? kinds : (['updated'] as const)
  return names.map((kind) => ({
    ...{ name: `ticket.${kind}` as const, order: `ticket:${id}` },
    ...{ ticketId: id, contactId: ticket.contactId, payload: { ticket } },
  }))
}

function eventOf(scope: Scope, one: Published): OutgoingEvent | null {
  if (one.entity === 'appMessage') return messageEvent(scope, one.read())
  if (one.entity === 'contact') return contactEvent(one.read())
  if (one.entity === 'ticket') return ticketDeletion(one.read())
  return connectionEvent(one)
}

type PayloadOf<E extends Published['entity']> = ReturnType<Extract<Published, { entity: E }>['read']>
const past = { create: 'created', update: 'updated', delete: 'deleted' } as const

function messageEvent(scope: Scope, payload: PayloadOf<'appMessage'>): OutgoingEvent {
  const { action, ticket } = payload
  const { id: ticketId, contactId } = ticket
  const about = { name: `message.${past[action]}` as const, order: `ticket:${ticketId}`, ticketId, contactId }
  if (action === 'delete') return { ...about, payload: { messageId: payload.messageId, ticket } }
  const { message } = payload
  return { ...about, messageId: message.id, payload: { message: withLongLink(scope, message), ticket } }
}

/** The message with an absolute address of its file, valid for a day: a request may be repeated for a day. */
function withLongLink({ ports, companyId }: Scope, message: Message): Message {
  const mediaId = /^\/media\/(\w+)\?/.exec(message.mediaUrl ?? '')?.[1]
  if (mediaId === undefined) return message
  return { ...message, mediaUrl: ports.publicUrl + ports.media.links.forProgram(companyId, mediaId) }
}

function ticketDeletion(payload: PayloadOf<'ticket'>): OutgoingEvent | null {
  if (payload.action !== 'delete') return null
  const { ticketId, was } = payload
  const about = { name: 'ticket.deleted', order: `ticket:${ticketId}`, ticketId, contactId: was.contactId } as const
  return { ...about, payload: { ticketId, ticket: was } }
}

/** Imports of many contacts have no event per contact. */
function contactEvent(payload: PayloadOf<'contact'>): OutgoingEvent | null {
  if (payload.action === 'reload') return null
  const contactId = payload.action === 'delete' ? payload.contactId : payload.contact.id
  const about = { name: `contact.${past[payload.action]}` as const, order: `contact:${contactId}` }
  // A deletion tells of an id only; it is sent although the contact's other deliveries are erased.
  if (payload.action === 'delete') return { ...about, payload: { contactId } }
  return { ...about, contactId, payload: { contact: payload.contact } }
}

function connectionEvent(one: Published): OutgoingEvent | null {
  const event = (name: WebhookEvent, id: number, payload: object) => ({
    ...{ name, order: `connection:${id}`, payload: { ...payload } },
  })
  if (one.entity === 'whatsapp') {
    const payload = one.read()
    if (payload.action === 'delete')
      return event('connection.deleted', payload.whatsappId, { connectionId: payload.whatsappId })
    return event('connection.updated', payload.whatsapp.id, { connection: withoutCodes(payload.whatsapp) })
  }
  if (one.entity === 'whatsappSession') {
    const { session, isChanged } = one.read()
    return isChanged ? event('connection.status', session.id, { connection: withoutCodes(session) }) : null
  }
  if (one.entity !== 'connectionHealth') return null
  const payload = one.read()
  if (payload.action !== 'down' && payload.action !== 'up') return null
  const { action, whatsappId, name, since } = payload
  return event(`connection.${action}`, whatsappId, { connection: { id: whatsappId, name }, since })
}

/** Facts of a connection without the codes that link a phone. */
const withoutCodes = ({ qrcode: _, pairingCode: __, ...facts }: Partial<Connection>) => facts
