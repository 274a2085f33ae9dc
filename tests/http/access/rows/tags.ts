import { all, type Row, supervisors, visible } from '../row'

export const tagsRows: Record<string, Row> = {
  'GET /api/tags': { own: all, queriesWithId: { cursor: () => 'cursor=segredo' } },
  'GET /api/tags/list': { own: all },
  'GET /api/tags/kanban': { own: all },
  'PUT /api/tags/kanban': {
    own: supervisors,
    body: ({ tag }) => ({ tags: [tag] }),
    bodiesWithId: { tags: (_, { tag }) => ({ tags: [tag] }) },
  },
  'GET /api/tags/:id': { own: all, pathId: 'tag' },
  'POST /api/tags': { own: all, body: () => ({ name: 'Nova etiqueta' }) },
  'POST /api/tags/sync': {
    ...visible,
    body: ({ ticket, tag }) => ({ ticketId: ticket, tags: [tag] }),
    bodiesWithId: {
      ticketId: ({ tag }, { ticket }) => ({ ticketId: ticket, tags: [tag] }),
      tags: ({ ticket }, { tag }) => ({ ticketId: ticket, tags: [tag] }),
    },
  },
  'PUT /api/tags/:id': { own: all, pathId: 'tag', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/tags/:id': { own: all, pathId: 'tag' },
}
