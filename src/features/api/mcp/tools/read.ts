import { t } from 'elysia'
import { limits } from '../../../../shared/limits'
import type { Message } from '../../../inbox/messages/model'
import { listMessages } from '../../../inbox/messages/read/pages'
import { conversationId, defineTool, inputOf, writtenByCustomers } from '../tool'
import { toConversation } from './find'

/** `read_conversation`: a page of messages, oldest first, with the internal notes. */
export const readConversation = defineTool({
  name: 'read_conversation',
  title: 'Read a conversation',
  description: `Returns a page of a conversation's messages, oldest first; without cursor the newest page. \`next\` leads to older messages. Notes are internal and not shown to the customer. ${writtenByCustomers}`,
  scope: 'read',
  readOnly: true,
  input: inputOf({
    conversationId,
    cursor: t.Optional(t.String({ maxLength: 15, pattern: '^\\d+$', description: '`next` of the page before.' })),
  }),
  async run({ scope }, { conversationId, cursor }) {
    const { ticket, messages, notes, hasMore, next } = await listMessages(scope, conversationId, { cursor })
    return {
      conversation: toConversation(ticket),
      messages: messages.map(toLine),
      notes: notes.map(({ id, user, note, createdAt }) => ({
        id,
        author: user?.name ?? null,
        text: note,
        at: createdAt,
      })),
      ...{ hasMore, next },
    }
  },
})

/** A message; a long text is cut, because a page has 50 and a model reads all of them. */
function toLine({ id, body, fromMe, origin, senderName, mediaType, isDeleted, createdAt }: Message) {
  const text = isDeleted ? '' : body.slice(0, limits.mcpText)
  const from = fromMe ? 'company' : 'customer'
  return {
    ...{ id, from, sender: senderName, origin, kind: mediaType, text, at: createdAt },
    ...(isDeleted && { deleted: true }),
    ...(!isDeleted && body.length > text.length && { cut: true }),
  }
}
