import { t } from 'elysia'
import { AppError } from '../../../../shared/errors'
import { limits } from '../../../../shared/limits'
import { addTag, removeTag } from '../../../inbox/board/ticket-tags'
import { getTicket } from '../../../inbox/tickets/read'
import { transferWithNote } from '../../../inbox/tickets/transfers/transfer'
import { conversationId, defineTool, idField, inputOf } from '../tool'
import { toConversation } from './find'

const tagIds = (description: string) =>
  t.Optional(t.Array(idField('Id of a tag.'), { maxItems: limits.tagsPerTicket, description }))

/** `tag_conversation`: adds and removes tags in one transaction. */
export const tagConversation = defineTool({
  name: 'tag_conversation',
  title: 'Tag a conversation',
  description: 'Adds tags to a conversation and removes others. Tags that it has or lacks already change nothing.',
  scope: 'send',
  readOnly: false,
  input: inputOf({
    conversationId,
    add: tagIds('Tags to add, by list_names.'),
    remove: tagIds('Tags to remove.'),
  }),
  async run({ scope: outer, plan }, { conversationId, add = [], remove = [] }) {
    if (add.length + remove.length === 0) throw new AppError('ERR_VALIDATION', { fields: ['add', 'remove'] })
    return outer.transaction(async (scope) => {
      for (const id of new Set(remove)) await removeTag(scope, conversationId, id)
      for (const id of new Set(add)) await addTag(scope, conversationId, id, plan.useKanban)
      return { conversation: toConversation(await getTicket(scope, conversationId)) }
    })
  },
})

/** `transfer_conversation`: to a queue, to a person, or to a person within a queue. */
export const transferConversation = defineTool({
  name: 'transfer_conversation',
  title: 'Transfer a conversation',
  description:
    'Transfers a conversation: to a queue, where it waits for a person, or to a person, who answers it from then on. A note for colleagues may go with it.',
  scope: 'send',
  readOnly: false,
  input: inputOf({
    conversationId,
    queueId: t.Optional(idField('Queue, by list_names.')),
    userId: t.Optional(idField('Person, by list_names.')),
    note: t.Optional(
      t.String({ ...{ minLength: limits.note.min, maxLength: limits.note.max }, description: 'Internal note.' }),
    ),
  }),
  async run({ scope }, { conversationId, queueId, userId, note }) {
    if (queueId === undefined && userId === undefined)
      throw new AppError('ERR_VALIDATION', { fields: ['queueId', 'userId'] })
    const to = { ...(queueId !== undefined && { queueId }), ...(userId !== undefined && { userId }) }
    return { conversation: toConversation(await transferWithNote(scope, conversationId, { ...to, note })) }
  },
})
