import { type DumpRow, InvalidDump } from '../dump'
import type { ChatwootClient } from './client'
import { type Fields, fieldsOf, listOf, rowOf, timeText } from './fields'

/** Conversation, with what its messages become. */
export interface ReadConversation {
  ticket: DumpRow
  labels: string[]
  messages: DumpRow[]
  notes: DumpRow[]
  /** Addresses of the attachments by the names under which `messages` know them. */
  files: Map<string, string>
}

const statuses: Record<string, string> = { open: 'open', pending: 'pending', snoozed: 'open', resolved: 'closed' }
/** Kinds of messages: of the contact, of the team, and templates, which the team sent; others are events. */
const [incoming, outgoing, template] = [0, 1, 3]

/**
 * Conversations of all states, page by page, the oldest first, so that new messages change no page.
 * @throws InvalidDump also when fewer came than the account counts, because pages changed meanwhile
 */
export async function* readConversations(client: ChatwootClient): AsyncGenerator<ReadConversation> {
  const read = new Set<unknown>()
  for (let page = 1; ; page++) {
    const answer = await client.get('conversations', { ...everyConversation, page })
    const fresh = listOf(answer).filter(({ id }) => !read.has(id))
    if (fresh.length === 0) return assertAllRead(read.size, answer)
    for (const fields of fresh) {
      read.add(fields.id)
      yield await readConversation(client, fields)
    }
  }
}

const everyConversation = { status: 'all', assignee_type: 'all', sort_by: 'created_at_asc' }

function assertAllRead(read: number, answer: unknown) {
  const { all_count: all } = fieldsOf(fieldsOf(fieldsOf(answer).data).meta)
  if (typeof all === 'number' && read < all)
    throw new InvalidDump(
      `${all - read} conversations moved to pages that were read already: run it while nobody works there`,
    )
}

async function readConversation(client: ChatwootClient, fields: Fields): Promise<ReadConversation> {
  const read: ReadConversation = {
    ticket: toTicket(fields),
    labels: labelsOf(fields),
    messages: [],
    notes: [],
    files: new Map(),
  }
  let before: number | null = null
  for (;;) {
    const path = `conversations/${Number(fields.id)}/messages`
    const page = listOf(await client.get(path, before === null ? {} : { before }))
    const fresh = page.filter(({ id }) => typeof id === 'number' && (before === null || id < before))
    if (fresh.length === 0) return withLastMessage(read)
    for (const message of fresh) addMessage(read, message)
    before = Math.min(...fresh.map(({ id }) => id as number))
  }
}

function toTicket(fields: Fields): DumpRow {
  const { sender, assignee, team } = fieldsOf(fields.meta)
  const updatedAt = timeText(fields.last_activity_at ?? fields.timestamp)
  return rowOf({
    id: fields.id,
    uuid: fields.uuid,
    status: statuses[String(fields.status)] ?? 'closed',
    contactId: fieldsOf(sender).id,
    userId: fieldsOf(assignee).id,
    queueId: fieldsOf(team).id,
    whatsappId: fields.inbox_id,
    unreadMessages: fields.unread_count,
    createdAt: timeText(fields.created_at) ?? updatedAt,
    updatedAt,
  })
}

/** The conversation with its newest message in the ticket, as the list shows it. */
function withLastMessage(read: ReadConversation): ReadConversation {
  const last = read.messages
    .toSorted((one, other) => String(one.createdAt).localeCompare(String(other.createdAt)))
    .at(-1)
  Object.assign(read.ticket, { lastMessage: last?.body ?? null, fromMe: last?.fromMe ?? null })
  return read
}

const labelsOf = ({ labels }: Fields): string[] =>
  Array.isArray(labels) ? labels.filter((label): label is string => typeof label === 'string') : []

/** Adds a message or a note; the first attachment goes with the text, each further one is a message of its own. */
function addMessage(read: ReadConversation, message: Fields) {
  const { id, message_type: kind } = message
  const common = { ticketId: read.ticket.id, createdAt: timeText(message.created_at) }
  if (message.private === true) {
    read.notes.push(rowOf({ note: message.content, userId: fieldsOf(message.sender).id, ...common }))
    return
  }
  if (kind !== incoming && kind !== outgoing && kind !== template) return
  const state = { fromMe: kind !== incoming, read: true, ack: ackOf(message.status) }
  const attachments = Array.isArray(message.attachments) ? message.attachments.map(fieldsOf) : []
  const waId = typeof message.source_id === 'string' && message.source_id ? message.source_id : `chatwoot-${id}`
  const [first, ...others] = attachments
  read.messages.push(rowOf({ wid: waId, body: message.content, ...attached(read, first), ...state, ...common }))
  for (const [at, other] of others.entries())
    read.messages.push(rowOf({ wid: `${waId}-${at + 2}`, body: '', ...attached(read, other), ...state, ...common }))
}

const ackOf = (status: unknown) => ({ sent: 1, delivered: 2, read: 3 })[String(status)] ?? 1

const typeNames: Record<string, string> = { image: 'image', audio: 'audio', video: 'video', file: 'document' }

/** Columns of an attachment, whose address is noted; none for a place or a contact. */
function attached({ files }: ReadConversation, attachment: Fields | undefined) {
  const { id, data_url: url, file_type: kind } = attachment ?? {}
  if (typeof id !== 'number' || typeof url !== 'string') return {}
  const name = `${id}-${nameIn(url)}`
  files.set(name, url)
  return { mediaUrl: name, mediaType: typeNames[String(kind)] ?? 'document' }
}

/** Last part of an address as a file's name, with letters that every disk takes, at most 100 bytes. */
function nameIn(url: string): string {
  const last = decoded(URL.parse(url)?.pathname.split('/').at(-1) ?? '')
  const letters = [...last.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')]
  while (Buffer.byteLength(letters.join('')) > 100) letters.shift()
  return letters.join('') || 'arquivo'
}

/** A part of an address; as it stands when its bytes are no UTF-8. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
