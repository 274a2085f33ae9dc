import type { Message } from '../../src/features/messages/model'
import type { Ticket } from '../../src/features/tickets/model'
import type { MessagePage } from '../../ui/pages/tickets/server'
import { byArrival } from '../../ui/pages/tickets/store/thread'

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
    unreadMessages: 0,
    lastMessage: 'oi',
    lastMessageAt: new Date(start + id * 1000).toISOString(),
    lastMessageFromMe: false,
    createdAt: new Date(start).toISOString(),
    updatedAt: new Date(start).toISOString(),
    contact: { id, name: `Contato ${id}`, number: '5511912345678', profilePicUrl: '', isGroup: false },
    user: null,
    queue: null,
    whatsapp: null,
    ...changes,
  }
}

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

/** The messages of one ticket as the server pages them: 20 a page, newest page first, each page oldest first. */
export function messageServer(count: number) {
  const pageSize = 20
  const stored = new Map<number, Message>()
  const all = () => [...stored.values()].sort(byArrival)
  const put = (one: Message) => {
    stored.set(one.id, one)
    return one
  }
  let last = 0
  const server = {
    fail: false,
    all,
    add(createdAt?: string) {
      last++
      return put(message({ id: last, ...(createdAt && { createdAt }) }))
    },
    change: (id: number, changes: Partial<Message>) => put({ ...stored.get(id)!, ...changes }),
    async load(cursor?: string): Promise<MessagePage> {
      // The answer is what stood there when it was asked for, and is a moment on its way.
      const before = cursor ? stored.get(Number(cursor)) : undefined
      const upTo = before ? all().filter((one) => byArrival(one, before) < 0) : all()
      const page = upTo.slice(-pageSize)
      await Promise.resolve()
      if (server.fail) throw new TypeError('no answer')
      const hasMore = upTo.length > page.length
      return { messages: page, ticket: ticket(), hasMore, next: hasMore ? String(page[0]?.id) : null }
    },
  }
  for (let one = 0; one < count; one++) server.add()
  return server
}
