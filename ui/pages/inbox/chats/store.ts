import { type Signal, signal } from '@preact/signals-react'
import type { Chat, ChatMessage, ChatQuote } from '../../../../src/features/inbox/chats/model'
import { AppError } from '../../../../src/shared/errors'
import { api, unwrapResponse } from '../../../lib/api'
import { draftKey, unsentPrefix } from '../../../lib/chat-words'
import { upsertChat } from '../../../lib/chats'
import { newId } from '../../../lib/id'
import { createList, type List } from '../../../lib/list'
import { findMentioned } from '../../../lib/mentions'
import { me } from '../../../lib/session'
import { keysStartingWith, readStored, writeStored } from '../../../lib/storage'
import { upload } from '../../../lib/upload'

/** Message that the server has not confirmed yet or has refused. */
export interface UnsentMessage {
  clientId: string
  message: string
  mentions: number[]
  failed: boolean
  /** Message that is answered. */
  quoted?: ChatQuote | null
  /** Name of the file; the file itself is in memory, until the tab closes. */
  fileName?: string
  /** Id of the uploaded file; a retry sends only the message, unless the server no longer has the file. */
  mediaId?: string
  /** Time in epoch ms, for the order after a reload. */
  at: number
}
export interface ChatThread {
  messages: List<ChatMessage>
  unsent: Signal<readonly UnsentMessage[]>
  /** Message that the composer answers. */
  replyTo: Signal<ChatQuote | null>
}

const threads = new Map<number, ChatThread>()
let owner: number | undefined

/** Messages of a chat, kept until the tab closes. */
export function chatThread(id: number): ChatThread {
  if (owner !== me.peek()?.id) threads.clear()
  owner = me.peek()?.id
  const existing = threads.get(id)
  if (existing) return existing
  const thread = {
    messages: createMessages(id),
    unsent: signal<readonly UnsentMessage[]>(readUnsent(id)),
    replyTo: signal<ChatQuote | null>(null),
  }
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

/** Receives a new state of a message, such as a reaction; one outside the loaded pages comes with its page. */
export const receiveChatMessageUpdate = (message: ChatMessage) =>
  threads.get(message.chatId)?.messages.patch(message.id, message)

export const removeThread = (id: number) => void threads.delete(id)

/** Reloads the opened threads after a reconnect. */
export function reloadChatThreads() {
  for (const { messages } of threads.values()) if (messages.state.peek() !== 'idle') void messages.reload()
}

/** Files of unsent messages by their client id. */
const unsentFiles = new Map<string, File>()

/** The quote of a message, for an answer to it. */
export const quoteOf = ({ id, senderId, senderName, message, file }: ChatMessage): ChatQuote => ({
  ...{ id, senderId, senderName, message },
  file: file && { mediaType: file.mediaType, fileName: file.fileName },
})

/**
 * Shows the files and the text as messages at once and queues them; messages of a chat are sent one after the other to
 * keep their order. The first one carries the quote.
 */
export function sendChatMessages(chat: Chat, text: string, files: File[]) {
  const { replyTo } = chatThread(chat.id)
  const quoted = replyTo.peek()
  replyTo.value = null
  const parts = [...files, ...(text === '' ? [] : [text])]
  return Promise.all(parts.map((part, index) => sendPart(chat, part, index === 0 ? quoted : null)))
}

function sendPart(chat: Chat, part: File | string, quoted: ChatQuote | null) {
  const { unsent: waiting } = chatThread(chat.id)
  const at = Math.max(Date.now(), (waiting.peek().at(-1)?.at ?? 0) + 1)
  const isText = typeof part === 'string'
  const message = isText ? part : ''
  const content = { message, mentions: mentionedIds(chat, message), quoted, ...(!isText && { fileName: part.name }) }
  const unsent = { clientId: newId(), ...content, failed: false, at }
  waiting.value = [...waiting.peek(), unsent]
  if (isText) writeStored(unsentPrefix(chat.id) + unsent.clientId, JSON.stringify(unsent))
  else unsentFiles.set(unsent.clientId, part)
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
  unsentFiles.delete(clientId)
}

const sendQueues = new Map<number, Promise<unknown>>()

function enqueueSend(id: number, unsent: UnsentMessage) {
  const { clientId } = unsent
  const turn = (sendQueues.get(id) ?? Promise.resolve()).then(async () => {
    try {
      receiveChatMessage(await postMessage(id, unsent))
    } catch (failure) {
      // The server deletes an uploaded file that no message used for a day; the next try uploads it again.
      const isFileGone = failure instanceof AppError && failure.code === 'ERR_NO_MEDIA_FOUND'
      patchUnsent(id, clientId, { failed: true, ...(isFileGone && { mediaId: undefined }) })
    }
  })
  sendQueues.set(id, turn)
  return turn
}

async function postMessage(id: number, unsent: UnsentMessage): Promise<ChatMessage> {
  const { clientId, message, mentions, quoted } = unsent
  const mediaId = await uploadOnce(id, unsent)
  const input = { message, mentions, clientId, ...(mediaId && { mediaId }), ...(quoted && { quotedId: quoted.id }) }
  return unwrapResponse(api.chats({ id }).messages.post(input))
}

/** Uploads the file of a message, unless an earlier attempt did. Undefined for a message without a file. */
async function uploadOnce(id: number, { clientId }: UnsentMessage): Promise<string | undefined> {
  const file = unsentFiles.get(clientId)
  const earlier = chatThread(id)
    .unsent.peek()
    .find((one) => one.clientId === clientId)?.mediaId
  if (!file || earlier) return earlier
  const headers = { 'content-type': file.type || 'application/octet-stream' }
  const url = `/api/chats/${id}/upload?fileName=${encodeURIComponent(file.name)}`
  const { mediaId } = await upload<{ mediaId: string }>(url, file, { method: 'PUT', headers })
  patchUnsent(id, clientId, { mediaId })
  return mediaId
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
