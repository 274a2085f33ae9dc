import type { ChatThread } from './store'

/** Pages of 20 messages that a jump loads at most: it ends at the oldest one then. */
const maxPages = 100

export const messageElementId = (id: number) => `chat-message-${id}`

/** Loads the pages down to a message, scrolls to it and gives it the focus. Returns false when it is not reached. */
export async function jumpToChatMessage({ messages }: ChatThread, id: number): Promise<boolean> {
  for (let page = 0; page < maxPages && !messages.get(id) && messages.hasMore.peek(); page++) {
    await messages.more()
    if (messages.state.peek() === 'failed') return false
  }
  if (!messages.get(id)) return false
  await new Promise(requestAnimationFrame)
  const element = document.getElementById(messageElementId(id))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
  return true
}
