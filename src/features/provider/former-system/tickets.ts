import { limits } from '../../../shared/limits'
import { foldText } from '../../../shared/text'
import type { DumpRow } from './dump'
import type { FormerCompany } from './gathered'
import type { Losses } from './losses'
import { NewIds } from './new-ids'
import { type Line, type People, pairs } from './people'
import { countOf, flagOf, idOf, lineOf, textOf, timeOf } from './values'

/** Columns of a ticket that its messages have, too. */
export interface TicketPlace {
  id: number
  contactId: number
  whatsappId: number | null
  isGroup: boolean
}

/** Characters of a ticket's line in the list. */
const lastMessageLength = 255
const farFuture = '9999-12-31T23:59:59.999Z'
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/**
 * Tickets with one attendance each, their tags and notes. A contact has one live ticket for a number here: the one that
 * changed last stays live, others become closed.
 */
export function convertTickets(
  { rows }: FormerCompany,
  people: People,
  contacts: NewIds,
  groups: ReadonlySet<number>,
  losses: Losses,
) {
  const [places, tickets] = [new Map<number, TicketPlace>(), new NewIds()]
  const placed = rows.Tickets.toSorted(byTime('createdAt')).flatMap((row) => {
    const contactId = contacts.of(idOf(row, 'contactId'))
    const former = idOf(row, 'id')
    if (contactId === null || former === null) {
      losses.add('ticketContact')
      return []
    }
    const whatsappId = people.connections.of(idOf(row, 'whatsappId'))
    const place = { id: tickets.take(former), contactId, whatsappId, isGroup: groups.has(contactId) }
    places.set(former, place)
    return [{ row, place }]
  })
  const live = newestLive(placed, losses)
  const lines = placed.map(({ row, place }) =>
    toTicket(row, place, live.has(place.id) ? statusOf(row) : 'closed', people),
  )
  const tags = tagsOf(rows, people, contacts, tickets, lines)
  return { places, lines, attendances: lines.map(toAttendance), tags, notes: notesOf(rows, people, tickets, losses) }
}

const byTime = (column: string) => (one: DumpRow, other: DumpRow) =>
  timeOf(one, column, '').localeCompare(timeOf(other, column, ''))

/** Ids of the tickets that stay live: the one that changed last of each contact and number. */
function newestLive(placed: { row: DumpRow; place: TicketPlace }[], losses: Losses): Set<number> {
  const live = new Map<string, number>()
  const wanted = placed.filter(({ row }) => statusOf(row) !== 'closed')
  for (const { place } of wanted.toSorted((one, other) => byTime('updatedAt')(one.row, other.row)))
    live.set(`${place.contactId} ${place.whatsappId}`, place.id)
  if (wanted.length > live.size) losses.add('ticketRepeated', wanted.length - live.size)
  return new Set(live.values())
}

type Status = 'pending' | 'open' | 'closed'

/** `group` and other states of some generations are conversations without an end. */
function statusOf(row: DumpRow): Status {
  const status = textOf(row, 'status')
  if (status === 'closed' || status === 'pending') return status
  return idOf(row, 'userId') === null ? 'pending' : 'open'
}

function toTicket(row: DumpRow, place: TicketPlace, status: Status, people: People): Line {
  const createdAt = timeOf(row, 'createdAt', new Date().toISOString())
  const updatedAt = timeOf(row, 'updatedAt', createdAt)
  const fromMe = flagOf(row, 'fromMe')
  return {
    ...{ id: place.id, contactId: place.contactId, whatsappId: place.whatsappId, isGroup: place.isGroup ? 1 : 0 },
    uuid: uuid.test(textOf(row, 'uuid')) ? textOf(row, 'uuid') : crypto.randomUUID(),
    queueId: people.queues.of(idOf(row, 'queueId')),
    ...holderOf(row, status, people.users.of(idOf(row, 'userId')), updatedAt),
    lastMessage: lineOf(textOf(row, 'lastMessage'), lastMessageLength),
    lastMessageFromMe: fromMe ? 1 : 0,
    lastMessageAt: updatedAt,
    ...{ createdAt, updatedAt },
    waitingSince: status === 'closed' || fromMe ? farFuture : updatedAt,
  }
}

/** State and holder of a ticket; an open one whose person is left out waits for another. */
function holderOf(row: DumpRow, status: Status, userId: number | null, updatedAt: string): Line {
  if (status === 'closed') return { status, userId, closedAt: updatedAt, closedBy: userId, closeReason: 'agent' }
  const isOpen = status === 'open' && userId !== null
  return {
    status: isOpen ? 'open' : 'pending',
    userId: isOpen ? userId : null,
    unreadMessages: countOf(row, 'unreadMessages'),
  }
}

const toAttendance = ({
  id,
  status,
  userId = null,
  queueId = null,
  createdAt = null,
  closedAt = null,
}: Line): Line => ({
  ...{ id: id as number, ticketId: id as number, createdAt, queuedAt: createdAt, userId, queueId },
  startedAt: status === 'pending' ? null : createdAt,
  finishedAt: closedAt,
  reason: closedAt === null ? null : 'agent',
})

/** Tags of tickets, and those that some generations put on contacts, on the contact's newest ticket. */
function tagsOf(rows: FormerCompany['rows'], people: People, contacts: NewIds, tickets: NewIds, lines: Line[]): Line[] {
  const newest = new Map<number, number>()
  for (const { id, contactId } of lines) newest.set(contactId as number, id as number)
  const ofContacts = rows.ContactTags.flatMap((row) => {
    const ticketId = newest.get(contacts.of(idOf(row, 'contactId')) ?? 0)
    const tagId = people.tags.of(idOf(row, 'tagId'))
    return ticketId === undefined || tagId === null ? [] : [{ ticketId, tagId }]
  })
  const ofTickets = pairs(rows.TicketTags, ['ticketId', tickets], ['tagId', people.tags])
  return [...new Map([...ofTickets, ...ofContacts].map((line) => [`${line.ticketId} ${line.tagId}`, line])).values()]
}

function notesOf(rows: FormerCompany['rows'], people: People, tickets: NewIds, losses: Losses): Line[] {
  const ids = new NewIds()
  return rows.TicketNotes.flatMap((row) => {
    const ticketId = tickets.of(idOf(row, 'ticketId'))
    const note = textOf(row, 'note').trim().slice(0, limits.note.max)
    if (ticketId === null || note.length < limits.note.min) {
      losses.add('noteEmpty')
      return []
    }
    const userId = people.users.of(idOf(row, 'userId'))
    return [
      { id: ids.take(null), ticketId, userId, note, createdAt: timeOf(row, 'createdAt', new Date().toISOString()) },
    ]
  })
}

/** Quick messages of both names that the products give them; one of the company for each shortcode. */
export function convertQuickMessages({ rows }: FormerCompany, { users }: People, losses: Losses): Line[] {
  const ids = new NewIds()
  const taken = new Set<string>()
  return [...rows.QuickMessages, ...rows.QuickAnswers].flatMap((row) => {
    const shortcode = lineOf(textOf(row, 'shortcode', 'shortcut').replace(/^\/+/, ''), limits.shortcode.max)
    const message = textOf(row, 'message').slice(0, limits.quickMessage.max)
    const userId = users.of(idOf(row, 'userId'))
    const isShared = userId === null || flagOf(row, 'geral')
    const key = `${isShared ? '' : userId} ${foldText(shortcode)}`
    if (!message.trim() || !shortcode || taken.has(key)) {
      losses.add('quickEmpty')
      return []
    }
    taken.add(key)
    const texts = { shortcode, code: foldText(shortcode), message, searchText: foldText(`${shortcode} ${message}`) }
    return [{ id: ids.take(null), ...texts, userId, geral: isShared ? 1 : 0 }]
  })
}
