import { cursorOf } from '../request-parts'
import { admins, all, type Row, seen } from '../row'

export const ticketsRows: Record<string, Row> = {
  'GET /api/tickets': {
    own: all,
    asking: { queueIds: ({ queue }) => `queueIds=${queue}`, cursor: ({ ticket }) => `cursor=${cursorOf(ticket)}` },
  },
  'POST /api/tickets': {
    ...seen,
    body: ({ free, queue }) => ({ contactId: free, queueId: queue }),
    pointing: {
      contactId: ({ queue }, { contact }) => ({ contactId: contact, queueId: queue }),
      queueId: ({ free }, { queue }) => ({ contactId: free, queueId: queue }),
      whatsappId: ({ free, queue }, { whatsapp }) => ({ contactId: free, queueId: queue, whatsappId: whatsapp }),
    },
  },
  'GET /api/tickets/:id': { ...seen, path: 'ticket' },
  'GET /api/tickets/:id/events': { ...seen, path: 'ticket' },
  'GET /api/tickets/u/:uuid': { ...seen, path: 'uuid' },
  'PUT /api/tickets/:id': {
    ...seen,
    path: 'ticket',
    body: () => ({ status: 'closed' }),
    pointing: {
      queueId: (_, { queue }) => ({ queueId: queue }),
      userId: ({ queue }, { user }) => ({ userId: user, queueId: queue }),
      whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }),
    },
  },
  'DELETE /api/tickets/:id': { own: admins, path: 'ticket' },
  'GET /api/tickets/drafts': { own: all },
  'GET /api/tickets/:id/draft': { ...seen, path: 'ticket' },
  'PUT /api/tickets/:id/draft': { ...seen, path: 'ticket', body: () => ({ body: 'quase' }) },
  'DELETE /api/tickets/:id/draft': { ...seen, path: 'ticket' },
  'POST /api/tickets/:id/read': { ...seen, path: 'ticket' },
  'POST /api/tickets/:id/unread': { ...seen, path: 'ticket' },
  'PUT /api/tickets/:id/pin': { ...seen, path: 'ticket' },
  'DELETE /api/tickets/:id/pin': { ...seen, path: 'ticket' },
  'POST /api/tickets/:id/typing': { ...seen, path: 'ticket', body: () => ({ presence: 'composing' }) },
  'GET /api/ticket-notes/list': {
    own: all,
    asking: {
      ticketId: ({ ticket }) => `ticketId=${ticket}`,
      contactId: ({ contact }) => `contactId=${contact}`,
    },
  },
  'GET /api/ticket-notes/mentions': { own: all },
  'POST /api/ticket-notes/mentions/seen': { ...seen, body: ({ ticket }) => ({ ticketId: ticket }) },
  'POST /api/ticket-notes': { ...seen, body: ({ ticket }) => ({ ticketId: ticket, note: 'uma nota' }) },
  'DELETE /api/ticket-notes/:id': { own: [200, 403, 403, 200], unseen: [403, 200, 403, 200], path: 'note' },
  'GET /api/ticket/kanban': {
    own: all,
    asking: { queueIds: ({ queue }) => `queueIds=[${queue}]`, cursor: ({ ticket }) => `cursor=${cursorOf(ticket)}` },
  },
  'PUT /api/ticket-tags/:ticketId/:tagId': { ...seen, path: 'ticket' },
  'DELETE /api/ticket-tags/:ticketId': { ...seen, path: 'ticket' },
}
