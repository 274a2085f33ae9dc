import { computed } from '@preact/signals-react'
import type { Chat } from '../../src/features/inbox/chats/model'
import { api, unwrapResponse } from './api'
import { removeChatWords, removeWordsOfGoneChats } from './chat-words'
import { createList } from './list'
import { createLiveValue } from './live-value'
import { me } from './session'
import { byLatestChange } from './sort-order'

/** Internal chats of the user for page, popover and menu; updated by events while the shell is mounted. */
export const chats = createList<Chat>({
  async load(cursor) {
    const request = unwrapResponse(api.chats.get({ query: { cursor } }))
    if (cursor === undefined) await unreadIds.load(async () => new Set((await request).unread))
    const { records, hasMore, next } = await request
    if (cursor === undefined) void removeWordsOfGoneChats(records)
    return { rows: records, hasMore, next }
  },
  compare: byLatestChange,
  pagedBy: byLatestChange,
})

/** Ids of chats with unread messages, including chats on pages not loaded yet (the server lists at most 100). */
const unreadIds = createLiveValue<ReadonlySet<number>>(new Set())
export const unreadChats = computed(() => unreadIds.value.value.size)

/** Number of messages in a chat that the user has not read. */
export const unreadOf = ({ users }: Chat) => users.find(({ userId }) => userId === me.peek()?.id)?.unreads ?? 0

/** Inserts or replaces a chat, unless a newer version is present. */
export function upsertChat(chat: Chat) {
  markUnread(chat.id, unreadOf(chat) > 0)
  const current = chats.get(chat.id)
  if (current && current.updatedAt > chat.updatedAt) return
  chats.receiveEvent(chat)
}

/** Drops a chat that was deleted or left, with the user's unsent words in this browser. */
export function removeChat(id: number) {
  removeChatWords(id)
  markUnread(id, false)
  chats.drop(id)
}

function markUnread(id: number, isUnread: boolean) {
  unreadIds.change((ids) => {
    if (ids.has(id) === isUnread) return ids
    const next = new Set(ids)
    if (isUnread) next.add(id)
    else next.delete(id)
    return next
  })
}

/** Marks a chat as read on the server. */
export function markChatRead(chat: Chat) {
  if (unreadOf(chat) === 0 || chatsBeingRead.has(chat.id)) return
  chatsBeingRead.add(chat.id)
  unwrapResponse(api.chats({ id: chat.id }).read.post())
    .then(upsertChat, () => undefined) // retried with the next message
    .finally(() => chatsBeingRead.delete(chat.id))
}
const chatsBeingRead = new Set<number>()

/** Empties the list when another user signs in. */
export function clearChats() {
  chats.clear()
  unreadIds.reset(new Set())
}
