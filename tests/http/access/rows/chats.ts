import { cursorAt } from '../request-parts'
import { all, chatMembers, type Row } from '../row'

export const chatsRows: Record<string, Row> = {
  'GET /api/chats': { own: all, queriesWithId: { cursor: ({ chat }) => `cursor=${cursorAt(chat)}` } },
  'POST /api/chats': {
    own: all,
    body: ({ user }) => ({ title: 'Almoço', users: [{ id: user }] }),
    bodiesWithId: { users: (_, { user }) => ({ title: 'Almoço', users: [{ id: user }] }) },
  },
  'GET /api/chats/u/:uuid': { ...chatMembers, pathId: 'chatUuid' },
  'PUT /api/chats/:id': {
    own: [200, 404, 404, 403],
    unseen: [404, 200, 404, 404],
    pathId: 'chat',
    body: () => ({ title: 'Outro' }),
    bodiesWithId: { users: (_, { user }) => ({ users: [{ id: user }] }) },
  },
  'DELETE /api/chats/:id': { own: [200, 404, 404, 403], unseen: [404, 200, 404, 404], pathId: 'chat' },
  'GET /api/chats/:id/messages': {
    ...chatMembers,
    pathId: 'chat',
    queriesWithId: { cursor: ({ chat }) => `cursor=${chat}` },
  },
  'POST /api/chats/direct': {
    // The own id is refused: Bob is the user of target `own`, Vera of `unseen`, and Rui of `foreign`.
    own: [404, 200, 200, 200],
    unseen: [200, 404, 200, 200],
    foreignAdmin: 404,
    body: ({ user }) => ({ userId: user }),
    bodiesWithId: { userId: (_, { user }) => ({ userId: user }) },
  },
  'POST /api/chats/:id/messages': {
    ...chatMembers,
    pathId: 'chat',
    body: () => ({ message: 'oi' }),
    bodiesWithId: { quotedId: (_, { chatMessage }) => ({ message: 'oi', quotedId: chatMessage }) },
  },
  'PUT /api/chats/:id/upload': { ...chatMembers, pathId: 'chat', rawBody: 'some bytes' },
  'POST /api/chats/messages/:id/reaction': { ...chatMembers, pathId: 'chatMessage', body: () => ({ emoji: '👍' }) },
  'POST /api/chats/:id/read': { ...chatMembers, pathId: 'chat' },

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
