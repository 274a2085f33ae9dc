import { all, type Row, visible } from '../row'

export const messagesRows: Record<string, Row> = {
  'GET /api/messages/:id': {
    ...visible,
    pathId: 'ticket',
    queriesWithId: { cursor: ({ message }) => `cursor=${message}` },
  },
  'POST /api/messages/:id': {
    ...visible,
    pathId: 'ticket',
    body: () => ({ body: 'oi' }),
    bodiesWithId: {
      quotedMsg: (_, { message }) => ({ body: 'oi', quotedMsg: { id: message } }),
      mediaIds: (_, { media }) => ({ body: 'oi', mediaIds: [media] }),
      contactId: (_, { contact }) => ({ contactId: contact }),
    },
  },
  'POST /api/messages/send': { own: all, anyone: 401, body: () => ({ number: '5511988887777', body: 'oi' }) },
  'POST /api/messages/opt-out': { own: all, anyone: 401, body: () => ({ number: '5511988887777' }) },
  'POST /api/messages/flow': { own: all, anyone: 401, body: ({ flow }) => ({ number: '5511988887777', flowId: flow }) },
  'GET /api/messages/sent/:id': { own: all, anyone: 401, pathId: 'message' },
  'GET /api/messages/sent/:id/replies': { own: all, anyone: 401, pathId: 'message' },
  'PUT /api/messages/:id/upload': { ...visible, pathId: 'ticket', rawBody: 'some bytes' },
  'DELETE /api/messages/:id': { ...visible, pathId: 'message' },
  'POST /api/messages/:id/retry': { ...visible, pathId: 'message' },
  'POST /api/messages/:id/reaction': { ...visible, pathId: 'message', body: () => ({ emoji: '👍' }) },
  'POST /api/messages/edit/:id': { ...visible, pathId: 'message', body: () => ({ body: 'outro' }) },
  'GET /api/messages/info/:id': { ...visible, pathId: 'message' },
  'GET /api/messages/edits/:id': { ...visible, pathId: 'message' },
  'GET /api/messages/:id/search': { ...visible, pathId: 'ticket' },
  'POST /api/messages/:id/forward': {
    ...visible,
    pathId: 'message',
    body: ({ ticket }) => ({ ticketIds: [ticket] }),
    bodiesWithId: {
      ticketIds: (_, { ticket }) => ({ ticketIds: [ticket] }),
      contactIds: (_, { contact }) => ({ contactIds: [contact] }),
    },
  },
}
