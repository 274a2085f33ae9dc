import { admins, all, authored, none, type Row } from '../row'

export const usersRows: Record<string, Row> = {
  'GET /api/users': { own: admins, asking: { cursor: () => 'cursor=bob' } },
  'GET /api/users/list': { own: all },
  'GET /api/users/:id': { ...authored, path: 'user' },
  'POST /api/users': {
    own: admins,
    body: () => person(),
    pointing: {
      queueIds: (_, { queue }) => person({ queueIds: [queue] }),
      whatsappId: (_, { whatsapp }) => person({ whatsappId: whatsapp }),
    },
  },
  'PUT /api/users/:id': {
    ...authored,
    path: 'user',
    body: () => ({ name: 'Outra Pessoa' }),
    pointing: {
      queueIds: (_, { queue }) => ({ queueIds: [queue] }),
      whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }),
    },
  },
  // Of one's own company alone.
  'PUT /api/users/:id/super': { own: none, above: 404, path: 'user', body: () => ({ super: false }) },
  // Rui is the last admin of his.
  'DELETE /api/users/:id': { own: admins, path: 'user', home: 409 },
  'DELETE /api/users/:id/second-factor': { own: admins, path: 'user', home: 403 },
  'POST /api/users/set-language/:lang': { own: all },
  'GET /api/settings': { own: all },
  'GET /api/settings/:key': { own: all },
  'PUT /api/settings/:key': { own: admins, body: () => ({ value: 'enabled' }) },
}

const person = (rights: object = {}) => ({
  ...{ name: 'Nova Pessoa', email: 'nova@acme.test', password: 'nove violoncelos', profile: 'user' },
  ...rights,
})
