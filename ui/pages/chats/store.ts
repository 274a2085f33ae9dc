import { type Signal, signal } from '@preact/signals-react'
import type { Chat, ChatMessage } from '../../../src/features/chats/model'
import { api, ask } from '../../lib/api'
import { upsertChat } from '../../lib/chats'
import { createList, type List } from '../../lib/list'
import { findMentioned } from '../../lib/mentions'
import { me } from '../../lib/session'
import { readStored, writeStored } from '../../lib/storage'

/** Said here and not yet heard of by the server, or refused by it. */
export interface Unsent {
  clientId: string
  message: string
  mentions: number[]
  failed: boolean
}
export interface Thread {
  messages: List<ChatMessage>
  unsent: Signal<readonly Unsent[]>
}

const threads = new Map<number, Thread>()
let owner: number | undefined

/** The conversation of a chat, kept while the tab lives. */
export function threadOf(id: number): Thread {
  if (owner !== me.peek()?.id) threads.clear()
  owner = me.peek()?.id
  const known = threads.get(id)
  if (known) return known
  const thread = { messages: messagesOf(id), unsent: signal<readonly Unsent[]>([]) }
  threads.set(id, thread)
  return thread
}

const messagesOf = (id: number) =>
  createList<ChatMessage>({
    async load(cursor) {
      const { records, hasMore, next } = await ask(api.chats({ id }).messages.get({ query: { cursor } }))
      return { rows: records, hasMore, next }
    },
    compare: (a, b) => a.id - b.id,
  })

/** Somebody said something; a thread that was never opened loads it when it is. */
export function hearMessage(message: ChatMessage) {
  const thread = threads.get(message.chatId)
  if (!thread) return
  if (thread.messages.state.peek() !== 'idle') thread.messages.put(message)
  thread.unsent.value = thread.unsent.peek().filter(({ clientId }) => clientId !== message.clientId)
}

export const forgetThread = (id: number) => void threads.delete(id)

/** After a lost connection: what is on screen is asked for again. */
export function reloadThreads() {
  for (const { messages } of threads.values()) if (messages.state.peek() !== 'idle') void messages.reload()
}

/** On screen at once; one after the other to the server, so that they arrive in the order they were said. */
export function say(chat: Chat, message: string) {
  const unsent = { clientId: crypto.randomUUID(), message, mentions: mentionsIn(chat, message), failed: false }
  const { unsent: waiting } = threadOf(chat.id)
  waiting.value = [...waiting.peek(), unsent]
  return deliver(chat.id, unsent)
}

/** Sent again under the same name: if it had arrived after all, it stays one. */
export function sayAgain(chatId: number, unsent: Unsent) {
  change(chatId, unsent.clientId, { failed: false })
  return deliver(chatId, unsent)
}

export function discard(chatId: number, { clientId }: Unsent) {
  const { unsent } = threadOf(chatId)
  unsent.value = unsent.peek().filter((one) => one.clientId !== clientId)
}

const lines = new Map<number, Promise<unknown>>()

function deliver(id: number, { clientId, message, mentions }: Unsent) {
  const turn = (lines.get(id) ?? Promise.resolve()).then(async () => {
    try {
      hearMessage(await ask(api.chats({ id }).messages.post({ message, mentions, clientId })))
    } catch {
      change(id, clientId, { failed: true })
    }
  })
  lines.set(id, turn)
  return turn
}

function change(chatId: number, clientId: string, changes: Partial<Unsent>) {
  const { unsent } = threadOf(chatId)
  unsent.value = unsent.peek().map((one) => (one.clientId === clientId ? { ...one, ...changes } : one))
}

/** The members whose names stand behind an @ in the text. */
export const mentionsIn = ({ users }: Chat, text: string) =>
  findMentioned(
    text,
    users.map(({ user }) => user),
  )
    .map(({ id }) => id)
    .filter((id) => id !== me.peek()?.id)

const draftKey = (chatId: number) => `chatDraft:${me.peek()?.id ?? 0}:${chatId}`
export const draftOf = (chatId: number) => readStored(draftKey(chatId)) ?? ''
export const keepDraft = (chatId: number, text: string) => writeStored(draftKey(chatId), text || null)

/** A chat that is not among the loaded ones, by its address. */
export async function loadChat(uuid: string): Promise<Chat> {
  const chat = await ask(api.chats.u({ uuid }).get())
  upsertChat(chat)
  return chat
}
