import { api, unwrapResponse } from './api'
import { asFailure } from './failure'
import { me } from './session'
import { keysStartingWith, writeStored } from './storage'

const draftStart = () => `chatDraft:${me.peek()?.id ?? 0}:`
const unsentStart = () => `chatUnsent:${me.peek()?.id ?? 0}:`

/** Key of the draft in an internal chat. */
export const draftKey = (chatId: number) => draftStart() + chatId
/** Start of the keys of a chat's unsent messages: one key per message, because several tabs may send in one chat. */
export const unsentPrefix = (chatId: number) => `${unsentStart()}${chatId}:`

const wordKeys = (chatId: number) => [draftKey(chatId), ...keysStartingWith(unsentPrefix(chatId))]
function removeKeys(keys: string[]) {
  for (const key of keys) writeStored(key, null)
}

/** Removes the draft and the unsent messages of a chat from this browser. */
export const removeChatWords = (chatId: number) => removeKeys(wordKeys(chatId))

/**
 * Removes the words of chats that were deleted, or left by the user, while this browser was closed. The server is asked
 * about each chat with words that is not among the listed ones.
 */
export async function removeWordsOfGoneChats(listed: readonly { id: number }[]) {
  for (const id of chatsWithWords()) {
    const keys = wordKeys(id)
    if (!listed.some((chat) => chat.id === id) && (await isGone(id))) removeKeys(keys)
  }
}

function chatsWithWords(): Set<number> {
  const starts = [draftStart(), unsentStart()]
  return new Set(
    starts.flatMap((start) => keysStartingWith(start).map((key) => Number.parseInt(key.slice(start.length), 10))),
  )
}

const isGone = (id: number) =>
  unwrapResponse(api.chats({ id }).messages.get({ query: {} })).then(
    () => false,
    (thrown) => asFailure(thrown).code === 'ERR_NO_CHAT_FOUND',
  )
