import { t } from 'elysia'
import { ticketStatuses } from '../../../../shared/enums'
import { limits } from '../../../../shared/limits'
import { listTickets } from '../../../inbox/tickets/list/list'
import type { Ticket } from '../../../inbox/tickets/model'
import { defineTool, idField, inputOf, writtenByCustomers } from '../tool'

/** `find_conversations`: a page of the ticket list by the filters of the interface. */
export const findConversations = defineTool({
  name: 'find_conversations',
  title: 'Find conversations',
  description: `Lists conversations with customers, latest change first, a page at a time. All filters are optional and narrow the result together. ${writtenByCustomers}`,
  scope: 'read',
  readOnly: true,
  input: inputOf({
    text: t.Optional(
      t.String({ maxLength: limits.search.max, description: 'Words of a message, or name or number of the customer.' }),
    ),
    status: t.Optional(
      t.UnionEnum(ticketStatuses, {
        default: undefined,
        description: 'pending: waits for a person; open: a person answers it; closed.',
      }),
    ),
    queueId: t.Optional(idField('Only of this queue.')),
    userId: t.Optional(idField('Only those that this person answers.')),
    tagId: t.Optional(idField('Only with this tag.')),
    cursor: t.Optional(t.String({ maxLength: 200, description: '`next` of the page before.' })),
  }),
  async run({ scope, key }, { text, status, queueId, userId, tagId, cursor }) {
    const searchParam = text?.trim() || undefined
    if (searchParam) scope.ports.budgets.spend('search', { companyId: scope.companyId, userId: -key.id })
    const { tickets, hasMore, next } = await listTickets(scope, {
      ...{ searchParam, status, cursor, showAll: true, queueIds: listOf(queueId) },
      ...{ users: listOf(userId), tags: listOf(tagId) },
    })
    return { conversations: tickets.map(toConversation), hasMore, next }
  },
})

const listOf = (id: number | undefined) => (id === undefined ? undefined : `[${id}]`)

/** A conversation as tools return it: without addresses of pictures and colours. */
export const toConversation = ({ contact, user, queue, whatsapp, tags, ...ticket }: Ticket) => ({
  ...{ id: ticket.id, status: ticket.status, isGroup: ticket.isGroup, unreadMessages: ticket.unreadMessages },
  customer: { id: contact.id, name: contact.name, number: contact.number },
  person: user,
  queue: queue && { id: queue.id, name: queue.name },
  connection: whatsapp && { id: whatsapp.id, name: whatsapp.name },
  tags: tags.map(({ id, name }) => ({ id, name })),
  lastMessage: { text: ticket.lastMessage, at: ticket.lastMessageAt, fromCompany: ticket.lastMessageFromMe },
  waitingSince: ticket.waitingSince,
})
