import { cursorOf } from '../request-parts'
import { all, among, type Row } from '../row'

export const chatsRows: Record<string, Row> = {
  'GET /api/chats': { own: all, asking: { cursor: ({ chat }) => `cursor=${cursorOf(chat)}` } },
  'POST /api/chats': {
    own: all,
    body: ({ user }) => ({ title: 'Almoço', users: [{ id: user }] }),
    pointing: { users: (_, { user }) => ({ title: 'Almoço', users: [{ id: user }] }) },
  },
  'GET /api/chats/u/:uuid': { ...among, path: 'chatUuid' },
  'PUT /api/chats/:id': {
    own: [200, 404, 404, 403],
    unseen: [404, 200, 404, 404],
    path: 'chat',
    body: () => ({ title: 'Outro' }),
    pointing: { users: (_, { user }) => ({ users: [{ id: user }] }) },
  },
  'DELETE /api/chats/:id': { own: [200, 404, 404, 403], unseen: [404, 200, 404, 404], path: 'chat' },
  'GET /api/chats/:id/messages': { ...among, path: 'chat', asking: { cursor: ({ chat }) => `cursor=${chat}` } },
  'POST /api/chats/:id/messages': { ...among, path: 'chat', body: () => ({ message: 'oi' }) },
  'POST /api/chats/:id/read': { ...among, path: 'chat' },

  'GET /api/push/key': { own: all },
  'PUT /api/push/subscription': {
    own: all,
    body: () => ({
      endpoint: 'https://push.example.com/x',
      keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
    }),
  },
  'DELETE /api/push/subscription': { own: all },
  'POST /api/push/test': { own: all },
}
