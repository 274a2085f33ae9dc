import type { Entity } from '../../../src/core/events'
import type { TicketStatus } from '../../../src/shared/enums'
import { type createInstallation, type Name, people } from '../../installation'

/**
 * Permissions (docs/behaviour.md, "Who may change a ticket"): allowed verbs by profile and kind of ticket, and the event
 * each publishes.
 */

export const actors = { admin: 'ana', supervisor: 'sara', user: 'bob', allTicket: 'caio' } as const satisfies Record<
  string,
  Name
>
export type Actor = keyof typeof actors
export const ticketKinds = ['own', 'colleague', 'otherQueue', 'queueless'] as const

type Api = Awaited<ReturnType<typeof createInstallation>>['clientAs'] extends (name: Name) => infer A ? A : never
/** Rows on which a verb is tried. */
export interface VerbTarget {
  /** Ticket, and a recent message of the actor in it. */
  id: number
  message: number
  /** Open ticket of the actor with such a message. */
  own: { id: number; message: number }
  /** Second connection, a tag, and a tag that is a lane of the board. */
  spare: number
  tag: number
  lane: number
}
type Ask = (api: Api, place: VerbTarget) => Promise<{ status: number }>
/**
 * Four letters per profile for the four kinds of ticket: `y` allowed, `n` allowed without effect, `-` refused, `.` no
 * such ticket.
 */
export interface Verb extends Record<Actor, string> {
  status: TicketStatus
  /** Event that the verb publishes; none for reading verbs. */
  told?: Entity
  ask: Ask
  /** Request that must come first, by an admin or by the actor. */
  first?: { by: 'admin' | 'actor'; ask: Ask }
  /** The error may name the holder of the ticket to users who see it. */
  namesHolder?: true
}

const readers = { admin: 'yyyy', supervisor: 'yy--', user: 'yy--', allTicket: 'yy-y' }
/** Reading a colleague's ticket leaves it unread. */
const holders = { admin: 'ynnn', supervisor: 'yn--', user: 'yn--', allTicket: 'yn-n' }
/** A pending ticket has no holder. */
const waitedFor = { admin: '.yyy', supervisor: '.y--', user: '.y--', allTicket: '.y-y' }
const leaders = { admin: 'yyyy', supervisor: 'yy--', user: 'y---', allTicket: 'y---' }
const admins = { admin: 'yyyy', supervisor: '----', user: '----', allTicket: '----' }

const open = { status: 'open' } as const
const pending = { status: 'pending' } as const
const closed = { status: 'closed' } as const
const ticket = { told: 'ticket' } as const
const message = { told: 'appMessage' } as const
const note = { told: 'ticketNote' } as const

const get: Ask = (api, { id }) => api.tickets({ id }).get()
const look: Ask = (api, { id }) => api.messages({ id }).get({ query: {} })
const reading: Record<string, Verb> = {
  read: { ...open, ...readers, ask: get },
  'read of what is closed': { ...closed, ...readers, ask: get },
  'read the history': { ...open, ...readers, ask: (api, { id }) => api.tickets({ id }).events.get() },
  'read the messages': { ...open, ...readers, ask: look },
  peek: { ...pending, ...waitedFor, ask: look },
  'search in it': {
    ...{ ...open, ...readers },
    ask: (api, { id }) => api.messages({ id }).search.get({ query: { q: 'fala' } }),
  },
  'read what a message said': { ...open, ...readers, ask: (api, { message: id }) => api.messages.edits({ id }).get() },
  'read the notes': {
    ...{ ...open, ...readers },
    ask: (api, { id: ticketId }) => api['ticket-notes'].list.get({ query: { ticketId } }),
  },
}

const put =
  (patch: (place: VerbTarget) => object): Ask =>
  (api, place) =>
    api.tickets({ id: place.id }).put(patch(place) as never)
const unread: Ask = (api, { id }) => api.tickets({ id }).unread.post()
const pin: Ask = (api, { id }) => api.tickets({ id }).pin.put()
const toQueue = put(() => ({ queueId: 2 }))
const close = put(() => ({ status: 'closed' }))
const take = put(() => ({ status: 'open' }))
const moving: Record<string, Verb> = {
  'mark as unread': { ...open, ...ticket, ...leaders, ask: unread },
  'mark as read': {
    ...{ ...open, ...ticket, ...holders },
    first: { by: 'admin', ask: unread },
    ask: (api, { id }) => api.tickets({ id }).read.post(),
  },
  pin: { ...open, told: 'ticketPin', ...readers, ask: pin },
  unpin: {
    ...{ ...open, told: 'ticketPin', ...readers },
    first: { by: 'actor', ask: pin },
    ask: (api, { id }) => api.tickets({ id }).pin.delete(),
  },
  accept: { ...pending, ...ticket, ...waitedFor, ask: take },
  return: { ...open, ...ticket, ...leaders, ask: put(() => ({ status: 'pending' })) },
  'transfer to a queue': { ...open, ...ticket, ...leaders, ask: toQueue },
  'transfer what waits': { ...pending, ...ticket, ...waitedFor, ask: toQueue },
  'transfer to an admin': { ...open, ...ticket, ...leaders, ask: put(() => ({ userId: people.ana.id })) },
  'change the connection': { ...open, ...ticket, ...leaders, ask: put(({ spare: whatsappId }) => ({ whatsappId })) },
  'stop the robot': { ...pending, ...ticket, ...waitedFor, ask: put(() => ({ useIntegration: false })) },
  close: { ...open, ...ticket, ...leaders, ask: close },
  'close what waits': { ...pending, ...ticket, ...waitedFor, ask: close },
  reopen: { ...closed, ...ticket, ...readers, ask: take },
  delete: { ...open, ...ticket, ...admins, ask: (api, { id }) => api.tickets({ id }).delete() },
}

const tag: Ask = (api, { id: ticketId, tag }) => api.tags.sync.post({ ticketId, tags: [tag] })
const lane: Ask = (api, { id: ticketId, lane: tagId }) => api['ticket-tags']({ ticketId })({ tagId }).put()
const write: Ask = (api, { id: ticketId }) => api['ticket-notes'].post({ ticketId, note: 'Prefere retirar' })
const marking: Record<string, Verb> = {
  tag: { ...open, ...ticket, ...leaders, ask: tag },
  'tag what waits': { ...pending, ...ticket, ...waitedFor, ask: tag },
  'tag what is closed': { ...closed, ...ticket, ...readers, ask: tag },
  'put into a lane': { ...open, ...ticket, ...leaders, ask: lane },
  'take out of its lane': {
    ...{ ...open, ...ticket, ...leaders },
    first: { by: 'admin', ask: lane },
    ask: (api, { id: ticketId }) => api['ticket-tags']({ ticketId }).delete(),
  },
  'write a note': { ...open, ...note, ...readers, ask: write },
  'write a note on what waits': { ...pending, ...note, ...waitedFor, ask: write },
}

const saying: Record<string, Verb> = {
  send: { ...open, ...message, ...leaders, ask: (api, { id }) => api.messages({ id }).post({ body: 'Olá' }) },
  'edit a message': {
    ...{ ...open, ...message, ...leaders },
    ask: (api, { message: id }) => api.messages.edit({ id }).post({ body: 'Outra fala' }),
  },
  'delete a message': {
    ...{ ...open, ...message, ...leaders },
    ask: (api, { message: id }) => api.messages({ id }).delete(),
  },
  'try a message again': {
    ...{ ...open, ...message, ...leaders },
    ask: (api, { message: id }) => api.messages({ id }).retry.post(),
  },
  react: {
    ...{ ...open, ...message, ...leaders },
    ask: (api, { message: id }) => api.messages({ id }).reaction.post({ emoji: '👍' }),
  },
  'forward out of it': {
    ...{ ...open, ...message, ...readers },
    ask: (api, { message: id, own }) => api.messages({ id }).forward.post({ ticketIds: [own.id] }),
  },
  'forward into it': {
    ...{ ...open, ...message, ...leaders, namesHolder: true },
    ask: (api, { id, own }) => api.messages({ id: own.message }).forward.post({ ticketIds: [id] }),
  },
}

export const verbs: Record<string, Verb> = { ...reading, ...moving, ...marking, ...saying }
