import { all, type Row, seen } from '../row'

export const messagesRows: Record<string, Row> = {
  'GET /api/messages/:id': { ...seen, path: 'ticket', asking: { cursor: ({ message }) => `cursor=${message}` } },
  'POST /api/messages/:id': {
    ...seen,
    path: 'ticket',
    body: () => ({ body: 'oi' }),
    pointing: {
      quotedMsg: (_, { message }) => ({ body: 'oi', quotedMsg: { id: message } }),
      mediaIds: (_, { media }) => ({ body: 'oi', mediaIds: [media] }),
    },
  },
  'POST /api/messages/send': { own: all, open: 401, body: () => ({ number: '5511988887777', body: 'oi' }) },
  'PUT /api/messages/:id/upload': { ...seen, path: 'ticket', raw: 'some bytes' },
  'DELETE /api/messages/:id': { ...seen, path: 'message' },
  'POST /api/messages/:id/retry': { ...seen, path: 'message' },
  'POST /api/messages/:id/reaction': { ...seen, path: 'message', body: () => ({ emoji: '👍' }) },
  'POST /api/messages/edit/:id': { ...seen, path: 'message', body: () => ({ body: 'outro' }) },
  'GET /api/messages/edits/:id': { ...seen, path: 'message' },
  'GET /api/messages/:id/search': { ...seen, path: 'ticket' },
  'POST /api/messages/:id/forward': {
    ...seen,
    path: 'message',
    body: ({ ticket }) => ({ ticketIds: [ticket] }),
    pointing: {
      ticketIds: (_, { ticket }) => ({ ticketIds: [ticket] }),
      contactIds: (_, { contact }) => ({ contactIds: [contact] }),
    },
  },
}
