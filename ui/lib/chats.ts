import { computed, signal } from '@preact/signals-react'
import type { Chat } from '../../src/features/chats/model'
import { api, ask } from './api'
import { createList } from './list'
import { me } from './session'
import { byLatestChange } from './sort-order'

/** The person's internal chats, live while the shell stands: for the page, the popover and the menu's dot. */
export const chats = createList<Chat>({
  async load(cursor) {
    const { records, hasMore, next, unread } = await ask(api.chats.get({ query: { cursor } }))
    if (cursor === undefined) unreadIds.value = new Set(unread)
    return { rows: records, hasMore, next }
  },
  compare: byLatestChange,
  pagedBy: byLatestChange,
})

/** Chats with something unread, those not loaded yet among them (the server names at most a hundred). */
const unreadIds = signal<ReadonlySet<number>>(new Set())
export const unreadChats = computed(() => unreadIds.value.size)
export const hasUnreadChats = computed(() => unreadIds.value.size > 0)

/** How much of a chat the signed-in person has not read. */
export const unreadOf = ({ users }: Chat) => users.find(({ userId }) => userId === me.peek()?.id)?.unreads ?? 0

/** A chat as it is now. One below what is loaded stays unknown until its page comes. */
export function upsertChat(chat: Chat) {
  markUnread(chat.id, unreadOf(chat) > 0)
  const known = chats.get(chat.id)
  if (known && known.updatedAt > chat.updatedAt) return
  chats.receiveEvent(chat)
}

export function removeChat(id: number) {
  markUnread(id, false)
  chats.drop(id)
}

function markUnread(id: number, isUnread: boolean) {
  if (unreadIds.peek().has(id) === isUnread) return
  const next = new Set(unreadIds.peek())
  if (isUnread) next.add(id)
  else next.delete(id)
  unreadIds.value = next
}

/** Read up to here: at once on this screen, and said to the server. */
export function markChatRead(chat: Chat) {
  if (unreadOf(chat) === 0 || chatsBeingRead.has(chat.id)) return
  chatsBeingRead.add(chat.id)
  ask(api.chats({ id: chat.id }).read.post())
    .then(upsertChat, () => undefined) // said again with the next message
    .finally(() => chatsBeingRead.delete(chat.id))
}
const chatsBeingRead = new Set<number>()

/** For another person at this browser. */
export function clearChats() {
  chats.clear()
  unreadIds.value = new Set()
}
