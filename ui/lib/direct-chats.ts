import type { Chat } from '../../src/features/inbox/chats/model'
import { api, unwrapResponse } from './api'
import { upsertChat } from './chats'
import { me } from './session'

/** Title of a chat for the user: of a direct chat, the colleague's present name. */
export function chatTitle({ direct, title, users }: Chat): string {
  const other = direct ? users.find(({ userId }) => userId !== me.peek()?.id) : undefined
  return other?.user.name ?? title
}

/** Opens the one chat with a colleague, which the server creates when it is missing. */
export async function openDirectChat(userId: number): Promise<Chat> {
  const chat = await unwrapResponse(api.chats.direct.post({ userId }))
  upsertChat(chat)
  return chat
}
