import { type Signal, signal } from '@preact/signals-react'
import type { Chat, ChatMessage } from '../../../../src/features/inbox/chats/model'
import { api, unwrapResponse } from '../../../lib/api'
import { draftKey, unsentPrefix } from '../../../lib/chat-words'
import { upsertChat } from '../../../lib/chats'
import { newId } from '../../../lib/id'
import { createList, type List } from '../../../lib/list'
import { findMentioned } from '../../../lib/mentions'
import { me } from '../../../lib/session'
import { keysStartingWith, readStored, writeStored } from '../../../lib/storage'

/** Message that the server has not confirmed yet or has refused. */
export interface UnsentMessage {
  clientId: string
  message: string
  mentions: number[]
  failed: boolean
  /** Time in epoch ms, for the order after a reload. */
  at: number
}
export interface ChatThread {
  messages: List<ChatMessage>
  unsent: Signal<readonly UnsentMessage[]>
}

const threads = new Map<number, ChatThread>()
let owner: number | undefined

/** Messages of a chat, kept until the tab closes. */
export function chatThread(id: number): ChatThread {
  if (owner !== me.peek()?.id) threads.clear()
  owner = me.peek()?.id
  const existing = threads.get(id)
  if (existing) return existing
  const thread = { messages: createMessages(id), unsent: signal<readonly UnsentMessage[]>(readUnsent(id)) }
  threads.set(id, thread)
  return thread
}

const createMessages = (id: number) =>
  createList<ChatMessage>({
    async load(cursor) {
      const { records, hasMore, next } = await unwrapResponse(api.chats({ id }).messages.get({ query: { cursor } }))
      const confirmed = new Set(records.map(({ clientId }) => clientId))
      for (const { clientId } of chatThread(id).unsent.peek()) if (confirmed.has(clientId)) removeUnsent(id, clientId)
      return { rows: records, hasMore, next }
    },
    compare: (a, b) => a.id - b.id,
  })

/** Receives a message; a thread that was never opened loads it later. */
export function receiveChatMessage(message: ChatMessage) {
  const thread = threads.get(message.chatId)
  if (!thread) return
  if (thread.messages.state.peek() !== 'idle') thread.messages.put(message)
  if (message.clientId) removeUnsent(message.chatId, message.clientId)
}

export const removeThread = (id: number) => void threads.delete(id)

/** Reloads the opened threads after a reconnect. */
export function reloadChatThreads() {
  for (const { messages } of threads.values()) if (messages.state.peek() !== 'idle') void messages.reload()
}

/** Shows the message at once and queues it; messages of a chat are sent one after the other to keep their order. */
export function sendChatMessage(chat: Chat, message: string) {
  const last = chatThread(chat.id).unsent.peek().at(-1)?.at ?? 0
  const at = Math.max(Date.now(), last + 1)
  const unsent = { clientId: newId(), message, mentions: mentionedIds(chat, message), failed: false, at }
  const { unsent: waiting } = chatThread(chat.id)
  waiting.value = [...waiting.peek(), unsent]
  writeStored(unsentPrefix(chat.id) + unsent.clientId, JSON.stringify(unsent))
  return enqueueSend(chat.id, unsent)
}

/** Sends again with the same client id, so that the server does not store it twice. */
export function retryChatMessage(chatId: number, unsent: UnsentMessage) {
  patchUnsent(chatId, unsent.clientId, { failed: false })
  return enqueueSend(chatId, unsent)
}

export const discardUnsent = (chatId: number, { clientId }: UnsentMessage) => removeUnsent(chatId, clientId)

/** Messages that were not confirmed when the page was closed; the user decides whether to send them. */
const readUnsent = (chatId: number): UnsentMessage[] =>
  keysStartingWith(unsentPrefix(chatId))
    .flatMap((key) => {
      try {
        return [{ ...(JSON.parse(readStored(key) ?? '') as UnsentMessage), failed: true }]
      } catch {
        return []
      }
    })
    .sort((a, b) => a.at - b.at)

function removeUnsent(chatId: number, clientId: string) {
  const { unsent } = chatThread(chatId)
  unsent.value = unsent.peek().filter((one) => one.clientId !== clientId)
  writeStored(unsentPrefix(chatId) + clientId, null)
}

const sendQueues = new Map<number, Promise<unknown>>()

function enqueueSend(id: number, { clientId, message, mentions }: UnsentMessage) {
  const turn = (sendQueues.get(id) ?? Promise.resolve()).then(async () => {
    try {
      receiveChatMessage(await unwrapResponse(api.chats({ id }).messages.post({ message, mentions, clientId })))
    } catch {
      patchUnsent(id, clientId, { failed: true })
    }
  })
  sendQueues.set(id, turn)
  return turn
}

function patchUnsent(chatId: number, clientId: string, changes: Partial<UnsentMessage>) {
  const { unsent } = chatThread(chatId)
  unsent.value = unsent.peek().map((one) => (one.clientId === clientId ? { ...one, ...changes } : one))
}

/** Ids of the members mentioned in the text, without the user. */
export const mentionedIds = ({ users }: Chat, text: string) =>
  findMentioned(
    text,
    users.map(({ user }) => user),
  )
    .map(({ id }) => id)
    .filter((id) => id !== me.peek()?.id)

export const chatDraft = (chatId: number) => readStored(draftKey(chatId)) ?? ''
export const saveChatDraft = (chatId: number, text: string) => writeStored(draftKey(chatId), text || null)

/** Loads a chat that is on no loaded page of the list. */
export async function loadChat(uuid: string): Promise<Chat> {
  const chat = await unwrapResponse(api.chats.u({ uuid }).get())
  upsertChat(chat)
  return chat
}
