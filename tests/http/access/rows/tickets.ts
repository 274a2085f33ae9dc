import type { TicketView, TicketViews } from '../../../../src/features/inbox/tickets/views/model'
import { cursorAt } from '../request-parts'
import { admins, all, type Row, visible } from '../row'

export const ticketsRows: Record<string, Row> = {
  'GET /api/tickets': {
    own: all,
    queriesWithId: {
      queueIds: ({ queue }) => `queueIds=${queue}`,
      whatsappIds: ({ whatsapp }) => `whatsappIds=${whatsapp}`,
      tags: ({ tag }) => `tags=${tag}`,
      users: ({ user }) => `users=${user}`,
      contactId: ({ contact }) => `contactId=${contact}`,
      cursor: ({ ticket }) => `cursor=${cursorAt(ticket)}`,
    },
  },
  'POST /api/tickets': {
    ...visible,
    body: ({ freeContact, queue }) => ({ contactId: freeContact, queueId: queue }),
    bodiesWithId: {
      contactId: ({ queue }, { contact }) => ({ contactId: contact, queueId: queue }),
      queueId: ({ freeContact }, { queue }) => ({ contactId: freeContact, queueId: queue }),
      whatsappId: ({ freeContact, queue }, { whatsapp }) => ({
        contactId: freeContact,
        queueId: queue,
        whatsappId: whatsapp,
      }),
      userId: ({ freeContact, queue }, { user }) => ({ contactId: freeContact, queueId: queue, userId: user }),
    },
  },
  'POST /api/tickets/accept-next': {
    own: all,
    queriesWithId: {
      queueIds: ({ queue }) => `queueIds=${queue}`,
      whatsappIds: ({ whatsapp }) => `whatsappIds=${whatsapp}`,
      tags: ({ tag }) => `tags=${tag}`,
    },
  },
  'GET /api/tickets/filter-counts': { own: all, query: 'list=mine' },
  'GET /api/tickets/:id': { ...visible, pathId: 'ticket' },
  'GET /api/tickets/:id/events': { ...visible, pathId: 'ticket' },
  'GET /api/tickets/u/:uuid': { ...visible, pathId: 'uuid' },
  'PUT /api/tickets/:id': {
    ...visible,
    pathId: 'ticket',
    body: () => ({ status: 'closed' }),
    bodiesWithId: {
      queueId: (_, { queue }) => ({ queueId: queue }),
      userId: ({ queue }, { user }) => ({ userId: user, queueId: queue }),
      whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }),
    },
  },
  'POST /api/tickets/:id/actions': {
    ...visible,
    pathId: 'ticket',
    body: () => ({ actions: [{ kind: 'note', text: 'cliente quer desconto' }] }),
    bodiesWithId: {
      tagId: (_, { tag }) => ({ actions: [{ kind: 'tag', tagId: tag }] }),
      queueId: (_, { queue }) => ({ actions: [{ kind: 'transfer', queueId: queue }] }),
    },
  },
  'POST /api/tickets/:id/transfer': {
    ...visible,
    pathId: 'ticket',
    body: ({ queue }) => ({ queueId: queue, note: 'cliente quer desconto' }),
    bodiesWithId: {
      queueId: (_, { queue }) => ({ queueId: queue }),
      userId: ({ queue }, { user }) => ({ userId: user, queueId: queue }),
      whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }),
    },
  },
  'DELETE /api/tickets/:id': { own: admins, pathId: 'ticket' },
  'GET /api/tickets/drafts': { own: all },
  'GET /api/ticket-views': { own: all },
  'PUT /api/ticket-views': {
    own: all,
    body: () => viewOf({}),
    bodiesWithId: {
      tags: (_, { tag }) => viewOf({ tags: [tag] }),
      users: (_, { user }) => viewOf({ users: [user] }),
      connections: (_, { whatsapp }) => viewOf({ connections: [whatsapp] }),
      queues: (_, { queue }) => viewOf({ queues: [queue] }),
    },
  },
  'GET /api/tickets/:id/draft': { ...visible, pathId: 'ticket' },
  'PUT /api/tickets/:id/draft': { ...visible, pathId: 'ticket', body: () => ({ body: 'quase' }) },
  'DELETE /api/tickets/:id/draft': { ...visible, pathId: 'ticket' },
  'POST /api/tickets/:id/read': { ...visible, pathId: 'ticket' },
  'POST /api/tickets/:id/unread': { ...visible, pathId: 'ticket' },
  'PUT /api/tickets/:id/pin': { ...visible, pathId: 'ticket' },
  'DELETE /api/tickets/:id/pin': { ...visible, pathId: 'ticket' },
  'PUT /api/tickets/:id/snooze': { ...visible, pathId: 'ticket', body: () => ({ until: '2098-05-01T09:00' }) },
  'DELETE /api/tickets/:id/snooze': { ...visible, pathId: 'ticket' },
  'POST /api/tickets/:id/typing': { ...visible, pathId: 'ticket', body: () => ({ presence: 'composing' }) },
  'GET /api/tickets/:id/proposals': { ...visible, pathId: 'ticket' },
  'POST /api/message-proposals/:id/send': { ...visible, pathId: 'proposal', body: () => ({ body: 'revisto' }) },
  'POST /api/message-proposals/:id/discard': { ...visible, pathId: 'proposal' },
  'GET /api/ticket-notes/list': {
    own: all,
    queriesWithId: {
      ticketId: ({ ticket }) => `ticketId=${ticket}`,
      contactId: ({ contact }) => `contactId=${contact}`,
    },
  },
  'GET /api/ticket-notes/mentions': { own: all },
  'POST /api/ticket-notes/mentions/seen': { ...visible, body: ({ ticket }) => ({ ticketId: ticket }) },
  'POST /api/ticket-notes': { ...visible, body: ({ ticket }) => ({ ticketId: ticket, note: 'uma nota' }) },
  'DELETE /api/ticket-notes/:id': { own: [200, 403, 403, 200], unseen: [403, 200, 403, 200], pathId: 'note' },
  'GET /api/ticket/kanban': {
    own: all,
    queriesWithId: {
      queueIds: ({ queue }) => `queueIds=[${queue}]`,
      cursor: ({ ticket }) => `cursor=${cursorAt(ticket)}`,
    },
  },
  'PUT /api/ticket-tags/:ticketId/:tagId': { ...visible, pathId: 'ticket' },
  'DELETE /api/ticket-tags/:ticketId': { ...visible, pathId: 'ticket' },
}

/** Body that stores a view with these filters. */
const viewOf = (filter: Partial<TicketView>): TicketViews => {
  const view = { name: 'Urgentes', unanswered: true, unread: false, mine: false }
  return { views: [{ ...view, ...{ tags: [], users: [], connections: [], queues: [] }, ...filter }] }
}
