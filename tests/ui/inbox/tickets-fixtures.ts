import type { Message } from '../../../src/features/inbox/messages/model'
import type { TicketNote } from '../../../src/features/inbox/notes/model'
import type { Ticket } from '../../../src/features/inbox/tickets/model'
import { compareByArrival } from '../../../ui/pages/inbox/tickets/store/bubbles'
import type { PageDirection } from '../../../ui/pages/inbox/tickets/store/range-loader'
import type { MessagePage } from '../../../ui/pages/inbox/tickets/store/requests'
import type { HistoryEntry } from '../../../ui/pages/inbox/tickets/store/thread-line'

const start = Date.parse('2026-11-20T12:00:00.000Z')

export function ticket(changes: Partial<Ticket> = {}): Ticket {
  const id = changes.id ?? 1
  return {
    id,
    uuid: `uuid-${id}`,
    status: 'open',
    contactId: id,
    whatsappId: 1,
    userId: 1,
    queueId: null,
    isGroup: false,
    chatbot: false,
    botLoop: false,
    useIntegration: false,
    promptId: null,
    integrationId: null,
    unreadMessages: 0,
    lastMessage: 'oi',
    lastMessageAt: new Date(start + id * 1000).toISOString(),
    lastMessageFromMe: false,
    lastMessageBy: null,
    waitingSince: null,
    snoozedUntil: null,
    ad: null,
    target: null,
    createdAt: new Date(start).toISOString(),
    updatedAt: new Date(start).toISOString(),
    contact: { id, name: `Contato ${id}`, number: '5511912345678', profilePicUrl: '', isGroup: false },
    user: null,
    queue: null,
    whatsapp: null,
    tags: [],
    ...changes,
  }
}

export const historyEntry = (changes: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id: 1,
  ticketId: 1,
  at: new Date(start).toISOString(),
  kind: 'accepted',
  actor: { id: 1, name: 'Ana' },
  fromUser: null,
  toUser: null,
  fromQueue: null,
  toQueue: null,
  rate: null,
  flowName: null,
  outcome: null,
  ...changes,
})

export function message(changes: Partial<Message> = {}): Message {
  const id = changes.id ?? 1
  return {
    id,
    ticketId: 1,
    contactId: 1,
    waId: `wa-${id}`,
    body: `mensagem ${id}`,
    fromMe: false,
    origin: changes.fromMe ? 'agent' : 'customer',
    userId: null,
    senderName: '',
    mediaType: 'chat',
    mediaStatus: null,
    mediaUrl: null,
    detail: null,
    ack: 0,
    error: null,
    isDeleted: false,
    isEdited: false,
    read: true,
    quotedMsg: null,
    reactions: [],
    createdAt: new Date(start + id * 60_000).toISOString(),
    ...changes,
  }
}

/** Messages of one ticket as the server pages them: 20 per page, newest page first, each page oldest first. */
export function messageServer(count: number) {
  const pageSize = 20
  const stored = new Map<number, Message>()
  const all = () => [...stored.values()].sort(compareByArrival)
  const put = (one: Message) => {
    stored.set(one.id, one)
    return one
  }
  const notes = new Map<number, TicketNote>()
  const events: HistoryEntry[] = []
  let last = 0
  let lastTicket = 1
  let lastNote = 0
  const range = (here: Message[], from: number | null, way: PageDirection): [number, number] => {
    // A discarded message still marks a position.
    const at = from === null ? here.length : here.filter(({ id }) => id < from).length
    const next = here[at]?.id === from ? at + 1 : at
    if (way === 'after') return [next, Math.min(here.length, next + pageSize)]
    if (way === 'around') return [Math.max(0, at - 10), Math.min(here.length, at + 11)]
    return [Math.max(0, at - pageSize), at]
  }
  const server = {
    fail: false,
    sent: [] as MessagePage['sent'],
    all,
    /** Starts the contact's next ticket. */
    nextTicket: () => ++lastTicket,
    note(at: string) {
      const id = ++lastNote
      const note = {
        id,
        ticketId: lastTicket,
        contactId: 1,
        userId: 1,
        user: { id: 1, name: 'Ana' },
        note: `nota ${id}`,
        mentions: [],
        createdAt: at,
      }
      notes.set(id, note)
      return note
    },
    unnote: (id: number) => notes.delete(id),
    history(at: string) {
      events.push(historyEntry({ id: events.length + 1, ticketId: lastTicket, at }))
      return events.filter(({ ticketId }) => ticketId === lastTicket)
    },
    add(createdAt?: string) {
      last++
      return put(message({ id: last, ticketId: lastTicket, ...(createdAt && { createdAt }) }))
    },
    remove: (id: number) => stored.delete(id),
    change: (id: number, changes: Partial<Message>) => put({ ...stored.get(id)!, ...changes }),
    async load(cursor?: string, way: PageDirection = 'cursor'): Promise<MessagePage> {
      // The response contains the state at the time of the request and arrives a moment later.
      const [from, to] = range(all(), cursor === undefined ? null : Number(cursor), way)
      const page = all().slice(from, to)
      const [hasMore, hasNewer] = [from > 0 && way !== 'after', to < all().length && way !== 'cursor']
      const sides = { notes: [...notes.values()], events: [...events] }
      await Promise.resolve()
      if (server.fail) throw new TypeError('no answer')
      const next = hasMore ? String(page[0]?.id) : null
      const newer = hasNewer ? String(page.at(-1)?.id) : null
      return {
        messages: page,
        sent: server.sent,
        ticket: ticket({ id: lastTicket }),
        hasMore,
        next,
        hasNewer,
        newer,
        ...sides,
      }
    },
  }
  for (let one = 0; one < count; one++) server.add()
  return server
}
