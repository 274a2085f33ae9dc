import type { Macro, MacroAction } from '../../../../src/shared/macros'
import { admins, all, none, ownerAndAdmins, type Row } from '../row'

export const usersRows: Record<string, Row> = {
  'GET /api/users': { own: admins, queriesWithId: { cursor: () => 'cursor=bob' } },
  'GET /api/users/list': { own: all },
  'GET /api/users/:id': { ...ownerAndAdmins, pathId: 'user' },
  'POST /api/users': {
    own: admins,
    body: () => newUser(),
    bodiesWithId: {
      queueIds: (_, { queue }) => newUser({ queueIds: [queue] }),
      whatsappId: (_, { whatsapp }) => newUser({ whatsappId: whatsapp }),
    },
  },
  'PUT /api/users/:id': {
    ...ownerAndAdmins,
    pathId: 'user',
    body: () => ({ name: 'Outra Pessoa' }),
    bodiesWithId: {
      queueIds: (_, { queue }) => ({ queueIds: [queue] }),
      whatsappId: (_, { whatsapp }) => ({ whatsappId: whatsapp }),
    },
  },
  // Root may change only users of the provider's own company.
  'PUT /api/users/:id/super': { own: none, superUser: 404, pathId: 'user', body: () => ({ super: false }) },
  // Rui is the only admin of his company.
  'DELETE /api/users/:id': { own: admins, pathId: 'user', foreignAdmin: 409 },
  'DELETE /api/users/:id/second-factor': { own: admins, pathId: 'user', foreignAdmin: 403 },
  'GET /api/users/:id/sessions': { own: admins, pathId: 'user' },
  'DELETE /api/users/:id/sessions': { own: admins, pathId: 'user' },
  'DELETE /api/users/sessions/:id': { own: admins, pathId: 'login' },
  'POST /api/users/set-language/:lang': { own: all },
  'GET /api/invitations': { own: admins },
  'POST /api/invitations': {
    own: admins,
    body: () => newInvitation(),
    bodiesWithId: { queueIds: (_, { queue }) => newInvitation([queue]) },
  },
  'DELETE /api/invitations/:id': { own: admins, pathId: 'invitation' },
  'GET /api/settings': { own: all },
  'GET /api/settings/:key': { own: all },
  'PUT /api/settings/:key': {
    own: admins,
    body: () => macroOf({ kind: 'note', text: 'cliente quer desconto' }),
    bodiesWithId: {
      tagId: (_, { tag }) => macroOf({ kind: 'tag', tagId: tag }),
      queueId: (_, { queue }) => macroOf({ kind: 'transfer', queueId: queue }),
    },
  },
}

/** Body that stores a macro with one action. */
const macroOf = (action: MacroAction) => ({
  value: JSON.stringify([{ name: 'Desconto', keys: '', actions: [action] }] satisfies Macro[]),
})

const newInvitation = (queueIds: number[] = []) => ({ email: 'nova@acme.test', profile: 'user', queueIds })

const newUser = (rights: object = {}) => ({
  ...{ name: 'Nova Pessoa', email: 'nova@acme.test', password: 'nove violoncelos', profile: 'user' },
  ...rights,
})
