import { all, leaders, type Row, seen } from '../row'

export const tagsRows: Record<string, Row> = {
  'GET /api/tags': { own: all, asking: { cursor: () => 'cursor=segredo' } },
  'GET /api/tags/list': { own: all },
  'GET /api/tags/kanban': { own: all },
  'PUT /api/tags/kanban': { own: leaders, body: ({ tag }) => ({ tags: [tag] }) },
  'GET /api/tags/:id': { own: all, path: 'tag' },
  'POST /api/tags': { own: all, body: () => ({ name: 'Nova etiqueta' }) },
  'POST /api/tags/sync': {
    ...seen,
    body: ({ ticket, tag }) => ({ ticketId: ticket, tags: [tag] }),
    pointing: {
      ticketId: ({ tag }, { ticket }) => ({ ticketId: ticket, tags: [tag] }),
      tags: ({ ticket }, { tag }) => ({ ticketId: ticket, tags: [tag] }),
    },
  },
  'PUT /api/tags/:id': { own: all, path: 'tag', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/tags/:id': { own: all, path: 'tag' },
}
