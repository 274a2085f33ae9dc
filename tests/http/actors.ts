import type { Elysia } from 'elysia'
import { createApp } from '../../src/app'
import { type RouteEntry, routeTable } from '../../src/core/http/route-table'
import type { CompanyId } from '../../src/core/storage/schema'
import { TenantDb } from '../../src/core/storage/tenant'
import { mergeContactsByHand } from '../../src/features/contacts/merge-by-person'
import { saveStream } from '../../src/features/media/files'
import type { PaymentConfigInput } from '../../src/features/payments/model'
import { companies, createInstallation, type Name, people } from '../installation'

/**
 * Who asks for what with which answer: ONE row per route. The tests beside walk it with every actor and every target;
 * a route without a row fails them.
 */

/**
 * Bob holds the ticket of `own` in queue 1; vera that of `unseen` in queue 2; sara supervises queue 1; ana is admin.
 * Rui is the admin of another company, root the super user of a third; eva's licence ran out, her token is good for
 * renewal only. Nobody sends no token, garbage one that is none.
 */
export const actors = ['nobody', 'garbage', 'bob', 'vera', 'sara', 'ana', 'rui', 'root', 'eva'] as const
export type Actor = (typeof actors)[number]

/** Rows of one's own desk, of a colleague's, of another company, and ids that nobody has. */
export const targets = ['own', 'unseen', 'foreign', 'missing'] as const
export type Target = (typeof targets)[number]

export interface Ids {
  ticket: number
  uuid: string
  message: number
  note: number
  contact: number
  /** A contact without a ticket. */
  free: number
  merge: number
  whatsapp: number
  queue: number
  option: number
  tag: number
  quickMessage: number
  schedule: number
  invoice: number
  fileList: number
  fileOption: number
  user: number
  /** A login of that person's. */
  login: number
  media: string
  plan: number
  chat: number
  chatUuid: string
  company: number
  help: number
  announcement: number
  support: number
}
type Kind = keyof Ids
type Body = (ids: Ids) => object

/** Statuses for bob, vera, sara and ana. */
type Four = readonly [bob: number, vera: number, sara: number, ana: number]

export interface Row {
  /** Statuses for one's own; routes without any id have only these. */
  own: Four
  /** For a colleague's; as `own` unless given. */
  unseen?: Four
  /** Whose id the path takes. */
  path?: Kind
  body?: Body
  /** The body is this text as it is, not JSON. */
  raw?: string
  /** The body is a form with a file. */
  form?: (ids: Ids) => FormData
  /** One body for each id a body may name; the other ids are one's own. */
  pointing?: Record<string, (own: Ids, other: Ids) => object>
  /** The same for queries. */
  asking?: Record<string, (other: Ids) => string>
  /** A query without which it would be refused. */
  query?: string
  /** Asked of a stranger: the status for everybody, whatever token they send. */
  open?: number
  /** Above companies: the super user's status for whatever there is, in any company. */
  above?: number
  /** Also good for a licence that ran out. */
  renewal?: true
  /** For another company's admin about what is their own, where it is not as for `own`. */
  home?: number
  /** Judges tokens by itself: statuses for nobody and for garbage. */
  strangers?: readonly [number, number]
}

const all: Four = [200, 200, 200, 200]
/** The provider's alone. */
const none: Four = [403, 403, 403, 403]
const admins: Four = [403, 403, 403, 200]
const leaders: Four = [403, 403, 200, 200]
const mine: Four = [200, 403, 200, 200]
const hers: Four = [403, 200, 403, 200]
const seen = { own: mine, unseen: hers }
/** Internal chats: their members, and to all others they are not there. */
const among = { own: [200, 404, 404, 200], unseen: [404, 200, 404, 404] } as const
/** A person's own things, which admins have no business with, and those they may change. */
const personal = { own: [200, 403, 403, 403], unseen: [403, 200, 403, 403] } as const
const authored = { own: [200, 403, 403, 200], unseen: [403, 200, 403, 200] } as const

/** What asks for the password again is given a wrong one. */
const mistaken: Four = [400, 400, 400, 400]
const wrongProof = () => ({ password: 'wrong one', code: '000000' })
const person = (rights: object = {}) => ({
  ...{ name: 'Nova Pessoa', email: 'nova@acme.test', password: 'nove violoncelos', profile: 'user' },
  ...rights,
})

/** A picture of one pixel, as a form brings it. */
function picture(): FormData {
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII='
  const form = new FormData()
  form.append('file', new File([Buffer.from(pixel, 'base64')], 'foto.png', { type: 'image/png' }))
  return form
}
/** A file for an option of a list. */
function attachment({ fileOption }: Ids): FormData {
  const form = new FormData()
  form.append('files', new File(['um'], 'um.txt'))
  form.append('id', String(fileOption))
  return form
}
const newPlan = { name: 'Plano 9', users: 1, connections: 1, queues: 1, value: 9900 }
const onceMore = (contactId: number) => ({ contactId, body: 'Bom dia!', sendAt: '2098-05-01T09:00' })

export const rows: Record<string, Row> = {
  'GET /media/:id': { own: all, path: 'media', strangers: [404, 403] },

  'GET /api/system': { own: all, open: 200 },
  'GET /api/openapi.json': { own: all, open: 200 },
  'GET /api/plans/list': { own: all, open: 200 },
  'POST /api/auth/login': { own: all, open: 401, body: () => ({ email: 'nobody@acme.test', password: 'wrong one' }) },
  'POST /api/auth/refresh_token': { own: all, open: 401 },
  'DELETE /api/auth/logout': { own: all, open: 200 },
  'POST /api/auth/setup': {
    own: all,
    open: 409,
    body: () => ({ token: 'x', name: 'Eu Mesmo', email: 'eu@x.test', password: 'nove violoncelos' }),
  },
  'POST /api/forgetpassword': { own: all, open: 404, body: () => ({ email: 'nobody@acme.test' }) },
  'POST /api/forgetpassword/:email': { own: all, open: 404 },
  'POST /api/resetpasswords': {
    own: all,
    open: 400,
    body: () => ({ email: 'nobody@acme.test', token: 'ABCD2345', password: 'Nove violoncelos 9' }),
  },
  'POST /api/resetpasswords/:email/:token/:password': { own: all, open: 400 },
  'POST /api/companies/cadastro': {
    own: all,
    open: 404,
    body: () => signup(9e6),
    pointing: { planId: (_, { plan }) => signup(plan) },
  },

  'GET /api/companies': { own: none, above: 200 },
  'GET /api/companies/list': { own: none, above: 200 },
  'POST /api/companies': {
    own: none,
    above: 200,
    body: () => ({ name: 'Padaria', email: 'dono@padaria.test', password: 'nove violoncelos', planId: 1 }),
  },
  'GET /api/companies/:id': { own: [404, 404, 404, 200], above: 200, path: 'company' },
  'GET /api/companies/listPlan/:id': { own: all, above: 200, path: 'company' },
  'PUT /api/companies/:id': { own: none, above: 200, path: 'company', body: () => ({ name: 'Outro Nome' }) },
  'GET /api/companies/:id/schedules': { own: all, path: 'company' },
  'PUT /api/companies/:id/schedules': { own: admins, path: 'company', body: () => ({ holidays: [] }) },
  'PUT /api/companies/:id/locale': { own: admins, path: 'company', body: () => ({ language: 'es' }) },
  'POST /api/companies/:id/renew': { own: none, above: 200, path: 'company' },
  'POST /api/companies/:id/support': {
    own: none,
    above: 200,
    path: 'company',
    body: () => ({ reason: 'Pediram ajuda' }),
  },
  'GET /api/companies/:id/exports': { own: none, above: 200, path: 'company' },
  'POST /api/companies/:id/exports': { own: none, above: 200, path: 'company' },
  'POST /api/companies/import': { own: none, above: 422, raw: 'no company' },
  'DELETE /api/companies/:id': { own: none, above: 200, path: 'company' },
  'GET /api/support': { own: all },
  'DELETE /api/support/:id': { own: admins, path: 'support' },

  'GET /api/plans/all': { own: none, above: 200 },
  'POST /api/plans': { own: none, above: 200, body: () => newPlan },
  'GET /api/plans/:id': { own: none, above: 200, path: 'plan' },
  'PUT /api/plans/:id': { own: none, above: 200, path: 'plan', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/plans/:id': { own: none, above: 200, path: 'plan' },

  'GET /api/helps': { own: all },
  'GET /api/helps/list': { own: all },
  'POST /api/helps': { own: none, above: 200, body: () => ({ title: 'Filas', video: 'dQw4w9WgXcQ' }) },
  'PUT /api/helps/:id': { own: none, above: 200, path: 'help', body: () => ({ title: 'Outro' }) },
  'DELETE /api/helps/:id': { own: none, above: 200, path: 'help' },

  'GET /api/announcements': { own: all, asking: { cursor: () => 'cursor=1' } },
  'POST /api/announcements': { own: none, above: 200, body: () => ({ title: 'Novidade', text: 'Chegou.' }) },
  'POST /api/announcements/read': { own: all },
  'GET /api/announcements/:id': { own: none, above: 200, path: 'announcement' },
  'PUT /api/announcements/:id': { own: none, above: 200, path: 'announcement', body: () => ({ title: 'Outra' }) },
  'DELETE /api/announcements/:id': { own: none, above: 200, path: 'announcement' },
  'POST /api/announcements/:id/media-upload': { own: none, above: 200, path: 'announcement', form: picture },
  'DELETE /api/announcements/:id/media-upload': { own: none, above: 200, path: 'announcement' },

  'GET /api/auth/me': { own: all, renewal: true },
  'POST /api/auth/ws-ticket': { own: all },
  'POST /api/auth/login/second-step': { own: all, open: 401, body: () => ({ challenge: 'x', code: '000000' }) },
  // Their password is another one.
  'POST /api/auth/second-factor': { own: mistaken, body: () => ({ password: 'wrong one' }) },
  'POST /api/auth/second-factor/confirm': { own: [409, 409, 409, 409], body: () => ({ code: '000000' }) },
  'POST /api/auth/second-factor/recovery-codes': { own: mistaken, body: wrongProof },
  'POST /api/auth/second-factor/disable': { own: mistaken, body: wrongProof },
  'GET /api/auth/sessions': { own: all },
  'DELETE /api/auth/sessions': { own: all },
  'DELETE /api/auth/sessions/:id': {
    own: [200, 404, 404, 404],
    unseen: [404, 200, 404, 404],
    path: 'login',
    home: 200,
  },
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

  'GET /api/audit': { own: admins, asking: { cursor: () => 'cursor=9000000' } },
  'GET /api/audit/choices': { own: admins },
  'GET /api/audit/export': { own: admins },

  'GET /api/exports': { own: admins },
  'POST /api/exports': { own: admins },
  'POST /api/contacts/:id/data': { own: admins, path: 'contact' },
  'GET /api/erasures': { own: admins, asking: { cursor: () => 'cursor=9000000' } },
  // The number of none of them is typed: refused where it may be asked, and nobody is forgotten.
  'POST /api/contacts/:id/erase': {
    own: [403, 403, 403, 400],
    path: 'contact',
    body: () => ({ confirmation: 'outra pessoa' }),
  },

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

  'GET /api/contacts': { own: all, asking: { cursor: ({ contact }) => `cursor=${contact}|` } },
  'POST /api/contacts': { own: all, body: () => ({ name: 'Novo', number: '5511988887777' }) },
  'GET /api/contacts/:id': { own: all, path: 'contact' },
  'PUT /api/contacts/:id': { own: all, path: 'contact', body: () => ({ name: 'Outro Nome' }) },
  'DELETE /api/contacts/:id': { own: admins, path: 'contact' },
  'GET /api/contacts/list': { own: all },
  'GET /api/contacts/export': { own: all },
  'POST /api/contacts/upload': { own: all, body: () => [{ name: 'Nova', number: '5511977776666' }] },
  'POST /api/contacts/import': { own: all },
  'PUT /api/contacts/spreadsheet': { own: [415, 415, 415, 415], raw: 'no spreadsheet' },
  'GET /api/contacts/:id/belongings': { own: admins, path: 'contact' },
  'GET /api/contacts/:id/tickets': { own: all, path: 'contact' },
  'GET /api/contacts/:id/media': { own: all, path: 'contact' },
  'GET /api/contacts/:id/merges': { own: leaders, path: 'contact' },
  'POST /api/contacts/:id/merge': {
    own: leaders,
    path: 'contact',
    body: ({ free }) => ({ otherId: free }),
    pointing: { otherId: (_, { free }) => ({ otherId: free }) },
  },
  'POST /api/contacts/merges/:id/undo': { own: leaders, path: 'merge' },

  'GET /api/dashboard': { own: admins, query: 'days=7' },
  'GET /api/dashboard/export': { own: admins, query: 'days=7' },
  'GET /api/dashboard/ticketsUsers': { own: admins, query: 'initialDate=2026-01-01&finalDate=2026-01-02' },
  'GET /api/dashboard/ticketsDay': { own: admins, query: 'initialDate=2026-01-01&finalDate=2026-01-02' },

  'GET /api/search': {
    own: all,
    asking: {
      contactId: ({ contact }) => `contactId=${contact}`,
      queueId: ({ queue }) => `queueId=${queue}`,
      userId: ({ user }) => `userId=${user}`,
      cursor: ({ message }) => `q=segredo&cursor=${message}`,
    },
  },

  'GET /api/whatsapp': { own: all },
  'POST /api/whatsapp': {
    own: admins,
    body: ({ queue }) => ({ name: 'Nova', queueIds: [queue] }),
    pointing: { queueIds: (_, { queue }) => ({ name: 'Nova', queueIds: [queue] }) },
  },
  'GET /api/whatsapp/:id': { own: all, path: 'whatsapp' },
  'PUT /api/whatsapp/:id': {
    own: admins,
    path: 'whatsapp',
    body: () => ({ name: 'Outro Nome' }),
    pointing: { queueIds: (_, { queue }) => ({ queueIds: [queue] }) },
  },
  'GET /api/whatsapp/health': { own: admins },
  'GET /api/whatsapp/:id/token': { own: admins, path: 'whatsapp' },
  'POST /api/whatsapp/:id/token': { own: admins, path: 'whatsapp' },
  // Customers are attended on it.
  'DELETE /api/whatsapp/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  // Connected already: nothing to start, renew or pair.
  'POST /api/whatsappsession/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  'PUT /api/whatsappsession/:id': { own: [403, 403, 403, 409], path: 'whatsapp' },
  'DELETE /api/whatsappsession/:id': { own: admins, path: 'whatsapp' },
  'POST /api/whatsappsession/:id/pair': {
    own: [403, 403, 403, 409],
    path: 'whatsapp',
    body: () => ({ number: '5511988887777' }),
  },

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

  'GET /api/queue': { own: all },
  'GET /api/queue/:id': { own: all, path: 'queue' },
  'POST /api/queue': { own: admins, body: () => ({ name: 'Nova', color: '#123456' }) },
  'PUT /api/queue/:id': { own: admins, path: 'queue', body: () => ({ name: 'Outro Nome' }) },
  // It has members and tickets.
  'DELETE /api/queue/:id': { own: [403, 403, 403, 409], path: 'queue' },
  'POST /api/queue/:id/handover': {
    own: admins,
    path: 'queue',
    body: () => ({ queueId: null }),
    pointing: { queueId: (_, { queue }) => ({ queueId: queue }) },
  },
  'GET /api/queue-options': { own: all, asking: { queueId: ({ queue }) => `queueId=${queue}` } },
  'POST /api/queue-options': {
    own: admins,
    body: ({ queue }) => ({ queueId: queue, title: 'Preços' }),
    pointing: {
      queueId: (_, { queue }) => ({ queueId: queue, title: 'Preços' }),
      parentId: ({ queue }, { option }) => ({ queueId: queue, parentId: option, title: 'Preços' }),
    },
  },
  'PUT /api/queue-options/order': {
    own: admins,
    body: ({ queue, option }) => ({ queueId: queue, parentId: null, ids: [option] }),
    pointing: {
      queueId: (_, { queue }) => ({ queueId: queue, parentId: null, ids: [] }),
      ids: ({ queue }, { option }) => ({ queueId: queue, parentId: null, ids: [option] }),
    },
  },
  'PUT /api/queue-options/:id': { own: admins, path: 'option', body: () => ({ title: 'Outro título' }) },
  'DELETE /api/queue-options/:id': { own: admins, path: 'option' },

  'GET /api/files': { own: all, asking: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/files/:id': { own: all, path: 'fileList' },
  'POST /api/files': { own: leaders, body: () => ({ name: 'Nova lista', message: 'Segue' }) },
  'PUT /api/files/:id': {
    own: leaders,
    path: 'fileList',
    body: () => ({ message: 'Outro texto' }),
    pointing: { options: (_, { fileOption }) => ({ options: [{ id: fileOption, name: 'Um' }] }) },
  },
  'DELETE /api/files/:id': { own: leaders, path: 'fileList' },
  'POST /api/files/uploadList/:id': { own: leaders, path: 'fileList', form: attachment },
  'GET /api/quick-messages': { own: all, asking: { cursor: () => 'cursor=1|segredo' } },
  'GET /api/quick-messages/list': { own: all },
  'POST /api/quick-messages': { own: all, body: () => ({ shortcode: 'novo', message: 'Um novo texto' }) },
  'GET /api/quick-messages/:id': { ...personal, path: 'quickMessage' },
  'PUT /api/quick-messages/:id': { ...personal, path: 'quickMessage', body: () => ({ message: 'Outro texto' }) },
  'DELETE /api/quick-messages/:id': { ...personal, path: 'quickMessage' },
  'POST /api/quick-messages/:id/media-upload': { ...personal, path: 'quickMessage', form: picture },
  'DELETE /api/quick-messages/:id/media-upload': { ...personal, path: 'quickMessage' },

  'GET /api/invoices': { own: admins, renewal: true, asking: { cursor: ({ invoice }) => `cursor=${invoice + 1}` } },
  'GET /api/invoices/all': { own: admins, renewal: true },
  'GET /api/invoices/everyones': { own: none, above: 200 },
  'POST /api/invoices': { own: admins, renewal: true },
  'GET /api/invoices/:id': { own: admins, renewal: true, path: 'invoice' },
  'PUT /api/invoices/:id': { own: none, above: 200, path: 'invoice', body: () => ({ value: 4500 }) },
  'POST /api/invoices/:id/confirm': { own: none, above: 200, path: 'invoice' },
  'GET /api/subscription': { own: admins, renewal: true },
  // The provider has not said how it wants to be paid.
  'POST /api/subscription': {
    own: [403, 403, 403, 503],
    renewal: true,
    body: ({ invoice }) => paying(invoice),
    pointing: { invoiceId: (_, { invoice }) => paying(invoice) },
  },
  'POST /api/subscription/card': {
    own: [403, 403, 403, 503],
    renewal: true,
    body: ({ invoice }) => ({ ...paying(invoice), ...card }),
    pointing: { invoiceId: (_, { invoice }) => ({ ...paying(invoice), ...card }) },
  },
  'POST /api/subscription/webhook/card': { own: all, open: 403 },
  'POST /api/subscription/webhook': { own: all, open: 403, body: () => ({ pix: [{ txid: 'abc' }] }) },
  'POST /api/subscription/webhook/pix': { own: all, open: 403, body: () => ({ pix: [{ txid: 'abc' }] }) },
  'GET /api/payments/config': { own: none, above: 200 },
  'PUT /api/payments/config': { own: none, above: 200, body: () => byHand },
  'POST /api/payments/test': { own: none, above: 503 },
  'POST /api/payments/webhook': { own: none, above: 503 },
  'GET /api/payments/log': { own: none, above: 200 },

  'GET /api/schedules': {
    own: all,
    asking: { contactId: ({ contact }) => `contactId=${contact}`, userId: ({ user }) => `userId=${user}` },
  },
  'POST /api/schedules': {
    own: all,
    body: ({ contact }) => onceMore(contact),
    pointing: { contactId: (_, { contact }) => onceMore(contact) },
  },
  'GET /api/schedules/:id': { own: all, path: 'schedule' },
  'PUT /api/schedules/:id': {
    ...authored,
    path: 'schedule',
    body: () => ({ body: 'Outro texto' }),
    pointing: { contactId: (_, { contact }) => ({ contactId: contact }) },
  },
  'DELETE /api/schedules/:id': { ...authored, path: 'schedule' },
  'POST /api/schedules/:id/media-upload': { ...authored, path: 'schedule', form: picture },
  'DELETE /api/schedules/:id/media-upload': { ...authored, path: 'schedule' },

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
  'GET /api/ticket/kanban': {
    own: all,
    asking: { queueIds: ({ queue }) => `queueIds=[${queue}]`, cursor: ({ ticket }) => `cursor=${cursorOf(ticket)}` },
  },
  'PUT /api/ticket-tags/:ticketId/:tagId': { ...seen, path: 'ticket' },
  'DELETE /api/ticket-tags/:ticketId': { ...seen, path: 'ticket' },
}

function paying(invoiceId: number) {
  const place = {
    address: 'Rua das Flores, 10',
    city: 'Campinas',
    state: 'SP',
    zipcode: '13010-000',
    country: 'Brasil',
  }
  return { invoiceId, firstName: 'Ana', lastName: 'Souza', document: '', ...place }
}
const card = {
  ...{ document: '52998224725', holder: 'ANA SOUZA', birth: '1990-05-01', phone: '11987654321', number: '10' },
  ...{ neighborhood: 'Centro', paymentToken: 'a'.repeat(40) },
}
export const byHand: PaymentConfigInput = {
  ...{ provider: 'pix-manual', pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' },
  ...{ environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '', passphrase: '' },
  ...{ authority: '', cardAccount: '' },
}

function signup(planId: number) {
  return { name: 'Padaria', email: 'dono@padaria.test', phone: '11999998888', password: 'nove violoncelos', planId }
}
const cursorOf = (id: number) => encodeURIComponent(`2030-01-01T00:00:00.000Z|${id}`)

export const keyOf = ({ method, path }: RouteEntry) => `${method} ${path}`

/** Everything an application answers over HTTP; the websocket has its own tests. */
export const walked = (app: { routes: Elysia['routes'] }) => routeTable(app).filter(({ method }) => method !== 'WS')

/** Routes nobody has said the answers of, and rows whose route is gone. */
export function unmatched(app: { routes: Elysia['routes'] }): string[] {
  const there = walked(app).map(keyOf)
  return [...there.filter((key) => !rows[key]), ...Object.keys(rows).filter((key) => !there.includes(key))]
}

export const rowOf = (route: RouteEntry) => rows[keyOf(route)] as Row

/** True when the four targets are four different requests. */
export const isAimed = ({ path, body, open }: Row) =>
  path !== undefined || (open === undefined && JSON.stringify(body?.(missing) ?? '').includes(String(far)))

/** What the table says; the rules for everybody who is not of the company stand here, once. */
export function expected(row: Row, actor: Actor, target: Target): number {
  if (row.open !== undefined) return row.open
  if (actor === 'nobody') return row.strangers?.[0] ?? 403
  if (actor === 'garbage') return row.strangers?.[1] ?? 403
  if (actor === 'eva') return overdue(row)
  return above(row, actor, target) ?? (isAimed(row) ? aimed(row, actor, target) : row.own[column(actor)])
}

/** What is the provider's alone; undefined for the rest. */
function above(row: Row, actor: Actor, target: Target): number | undefined {
  if (actor === 'root' && row.above !== undefined) return isAimed(row) && target === 'missing' ? 404 : row.above
  return row.own === none ? 403 : undefined
}

/** Behind a licence that ran out: a few doors, and nobody else's things behind them. */
function overdue(row: Row): number {
  if (!row.renewal) return 402
  return isAimed(row) ? 404 : 200
}

function aimed(row: Row, actor: Actor, target: Target): number {
  if (actor === 'rui') return target === 'foreign' ? atHome(row) : 404
  if (actor === 'root') return 404
  if (target === 'own') return row.own[column(actor)]
  if (target === 'unseen') return (row.unseen ?? row.own)[column(actor)]
  return mayNever(row, actor) ? 403 : 404 // who may not at all hears so before anything is looked up
}

/** Rui among his own rows is admin and holder in one. */
const atHome = ({ own: [holder, , , admin], home }: Row) => home ?? (admin === 403 ? holder : admin)

/** Refused for the profile alone: all but admins, or agents where those who lead may. */
const mayNever = ({ own }: Row, actor: Actor) =>
  own === leaders ? column(actor) < 2 : actor !== 'ana' && own.slice(0, 3).every((status) => status === 403)

/** Rui and root are admins of their own houses. */
const column = (actor: Actor) => (actor === 'bob' ? 0 : actor === 'vera' ? 1 : actor === 'sara' ? 2 : 3)

const sharedParams: Record<string, string> = {
  ':key': 'call',
  ':lang': 'pt',
  ':email': 'nobody@acme.test',
  ':token': 'ABCD2345',
  ':password': 'Nove9violoncelos',
}
/** Parameters that name their own kind, where a path has two. */
const kindOf: Record<string, Kind> = { ':ticketId': 'ticket', ':tagId': 'tag' }
const far = 9_000_000
export const missing: Ids = {
  ticket: far,
  uuid: '00000000-0000-4000-8000-000000000000',
  message: far,
  note: far,
  contact: far,
  free: far,
  merge: far,
  whatsapp: far,
  queue: far,
  option: far,
  tag: far,
  quickMessage: far,
  schedule: far,
  invoice: far,
  fileList: far,
  fileOption: far,
  user: far,
  login: far,
  media: 'f'.repeat(32),
  plan: far,
  chat: far,
  chatUuid: '00000000-0000-4000-8000-000000000000',
  company: far,
  help: far,
  announcement: far,
  support: far,
}

const late = 4 as CompanyId
const extra = { vera: 7, eva: 8 }

/** A world with vera and eva in it, and one of everything for each desk. */
export async function populated() {
  let hours = 0
  const installation = await createInstallation({ clock: () => ++hours * 3_600_000 }) // nobody meets a rate limit here
  const { store, auth, app, systemScope, insertTicket, insertContact } = installation
  await store.write(async ({ kysely }) => {
    const company = { id: late, name: 'late', planId: 1, email: 'late@late.test', phone: '11999990000' }
    await kysely
      .insertInto('companies')
      .values({ ...company, dueDate: '2020-01-01', trialExpiration: null })
      .execute()
    const secretPlan = { id: 2, name: 'Secreto', users: 1, connections: 1, queues: 1, value: 1, isPublic: 0 as const }
    const flags = { useCampaigns: 1, useSchedules: 1, useInternalChat: 1, useExternalApi: 1 } as const
    await kysely
      .insertInto('plans')
      .values({ ...secretPlan, ...flags, useKanban: 1, useOpenAi: 1, useIntegrations: 1 })
      .execute()
    const { passwordHash } = await kysely.selectFrom('users').select('passwordHash').executeTakeFirstOrThrow()
    for (const [name, id] of Object.entries(extra)) {
      const companyId = name === 'eva' ? late : (companies.acme as CompanyId)
      const profile = name === 'eva' ? ('admin' as const) : ('user' as const)
      const user = { id, companyId, name, email: `${name}@extra.test`, passwordHash, profile }
      await kysely
        .insertInto('users')
        .values({ ...user, whatsappId: null, language: null })
        .execute()
      const login = { id, companyId, userId: id, refreshHash: name, previousHash: null, userAgent: '' }
      const [rotatedAt, createdAt] = ['2020-01-01T00:00:00.000Z', '2020-01-01T00:00:00.000Z']
      const ends = { expiresAt: '2099-12-31T00:00:00.000Z', revokedAt: null, revokedFor: null }
      const renewalOnly = name === 'eva' ? (1 as const) : (0 as const)
      await kysely
        .insertInto('tokens')
        .values({ ...login, rotatedAt, createdAt, ...ends, renewalOnly })
        .execute()
    }
    await kysely
      .insertInto('user_queues')
      .values({ companyId: 1 as CompanyId, userId: extra.vera, queueId: 2 })
      .execute()
  })

  /** An internal chat of the person's; of bob's, ana is a member. */
  const talk = (company: 'acme' | 'rival', ownerId: number) =>
    TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
      const title = `segredo de ${company}`
      const { id: chat, uuid: chatUuid } = await tx
        .insert('chats', { uuid: crypto.randomUUID(), title, ownerId })
        .returning(['id', 'uuid'])
        .executeTakeFirstOrThrow()
      for (const userId of ownerId === people.bob.id ? [ownerId, people.ana.id] : [ownerId])
        await tx.insert('chat_users', { chatId: chat, userId, lastAt: '2026-01-01T00:00:00.000Z' }).execute()
      return { chat, chatUuid }
    })

  /** The provider has been in the company to help, and still may. */
  const helped = (company: 'acme' | 'rival') =>
    TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
      const userId = company === 'acme' ? people.ana.id : people.rui.id
      const times = { startedAt: '2026-01-01T00:00:00.000Z', expiresAt: '2099-01-01T00:00:00.000Z', endedAt: null }
      const row = { userId, tokenId: userId, reason: `segredo de ${company}`, ...times }
      return (await tx.insert('support_grants', row).returning('id').executeTakeFirstOrThrow()).id
    })
  /** What the provider shows everybody. */
  const common = await store.write(async ({ kysely }) => {
    const video = { title: 'Começo', video: 'dQw4w9WgXcQ' }
    const word = { title: 'Novidade', text: 'Chegou.', folded: 'novidade chegou.', mediaId: null }
    const row = { ...word, companyId: companies.provider as CompanyId, publishedAt: '2026-01-01T00:00:00.000Z' }
    return {
      help: (await kysely.insertInto('helps').values(video).returning('id').executeTakeFirstOrThrow()).id,
      announcement: (await kysely.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()).id,
    }
  })

  const desk = async (company: 'acme' | 'rival', queue: number, user: number): Promise<Ids> => {
    const held = await insertTicket({ status: 'open', userId: user, queueId: queue }, company)
    const { id: ticketId, uuid, contactId, whatsappId } = held
    const said = { ticketId, contactId, whatsappId, waId: `WA${ticketId}`, fromMe: 1, origin: 'agent' } as const
    const kind = { body: `segredo de ${company}`, mediaType: 'chat', mediaId: null, mediaStatus: null } as const
    const row = { ...said, ...kind, userId: user, detail: null, ack: 1, error: null, quotedWaId: null } as const
    const scope = systemScope(company)
    const file = await saveStream(scope, new Blob(['segredo']).stream(), `${company}.txt`)
    const message = await TenantDb.of(store, companies[company] as CompanyId).transaction(async (tx) => {
      await tx.insert('media', file).execute()
      return tx
        .insert('messages', { ...row, proto: new Uint8Array([1]) })
        .returning('id')
        .executeTakeFirstOrThrow()
    })
    const note = await TenantDb.of(store, companies[company] as CompanyId).transaction((tx) =>
      tx
        .insert('ticket_notes', { ticketId, userId: user, note: `segredo de ${company}` })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const [quickMessage, schedule] = await TenantDb.of(store, scope.companyId).transaction(async (tx) => {
      const [texts, words] = [{ shortcode: 'oi', code: 'oi', mediaId: null }, `segredo de ${company}`]
      const quick = { ...texts, userId: user, message: words, folded: words }
      const later = { userId: user, contactId, body: words, folded: words, sendAt: '2099-01-01T12:00:00.000Z' }
      const state = { status: 'PENDENTE', sentAt: null, error: null, claimedAt: null, messageId: null } as const
      return [
        (await tx.insert('quick_messages', quick).returning('id').executeTakeFirstOrThrow()).id,
        (
          await tx
            .insert('schedules', { ...later, ...state, mediaId: null })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
      ] as const
    })
    const files = await TenantDb.of(store, scope.companyId).transaction(async (tx) => {
      const list = { name: `segredo ${ticketId}`, code: `segredo ${ticketId}`, message: 'segredo' }
      const { id: fileList } = await tx.insert('file_lists', list).returning('id').executeTakeFirstOrThrow()
      const option = { fileListId: fileList, position: 0, name: 'segredo', mediaId: null }
      const { id: fileOption } = await tx.insert('file_options', option).returning('id').executeTakeFirstOrThrow()
      return { fileList, fileOption }
    })
    const invoice = await TenantDb.of(store, scope.companyId).transaction(async (tx) => {
      const owed = { detail: `segredo de ${company}`, value: 3000, dueDate: `2098-01-0${queue}`, paidAt: null }
      return (
        await tx
          .insert('invoices', { ...owed, status: 'open' })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id
    })
    const whatsapp = whatsappId as number
    const free = (await insertContact(company)).id
    const [kept, gone] = [await insertContact(company), await insertContact(company)]
    const { mergeId } = await mergeContactsByHand(
      installation.scopeOf(company === 'acme' ? 'ana' : 'rui'),
      kept.id,
      gone.id,
    )
    const tag = await TenantDb.of(store, companies[company] as CompanyId).transaction((tx) =>
      tx
        .insert('tags', {
          name: `segredo ${ticketId}`,
          folded: `segredo ${ticketId}`,
          color: '#d03836',
          kanban: 0,
          userId: user,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    const option = await TenantDb.of(store, companies[company] as CompanyId).transaction((tx) =>
      tx
        .insert('queue_options', { queueId: queue, parentId: null, option: '1', orderOption: 1, title: 'segredo' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return {
      ticket: ticketId,
      uuid,
      message: message.id,
      note: note.id,
      contact: contactId,
      free,
      merge: mergeId,
      whatsapp,
      queue,
      option: option.id,
      tag: tag.id,
      quickMessage,
      schedule,
      invoice,
      ...files,
      user,
      login: user, // the world gives everybody's login their own id
      media: file.id,
      plan: 2,
      ...(await talk(company, user)),
      company: companies[company],
      support: await helped(company),
      ...common,
    }
  }
  const ids: Record<Target, Ids> = {
    own: await desk('acme', 1, people.bob.id),
    unseen: await desk('acme', 2, extra.vera),
    foreign: await desk('rival', 3, people.rui.id),
    missing,
  }
  await store.idle()
  installation.published.length = 0

  const tokenFor = (actor: Actor): Promise<string> => {
    if (actor === 'vera') return auth.tokens.sign({ tokenId: 7, userId: 7, companyId: companies.acme as CompanyId })
    if (actor === 'eva') return auth.tokens.sign({ tokenId: 8, userId: 8, companyId: late })
    return installation.tokenOf(actor as Name)
  }
  async function credentials(actor: Actor): Promise<Record<string, string>> {
    if (actor === 'nobody') return {}
    if (actor === 'garbage') return { authorization: `Bearer ${'a'.repeat(40)}.e30.${'b'.repeat(43)}` }
    return { authorization: `Bearer ${await tokenFor(actor)}` }
  }
  const filled = (route: RouteEntry, at: Ids) =>
    route.path.replace(
      /:(\w+)/g,
      (name) => sharedParams[name] ?? String(at[kindOf[name] ?? (rowOf(route).path as Kind)]),
    )

  /** Status, body and headers of a route asked by somebody about something. */
  async function ask(actor: Actor, route: RouteEntry, at: Ids, given: { body?: object; query?: string } = {}) {
    const row = rowOf(route)
    const body = given.body ?? row.body?.(at)
    const headers = new Headers(await credentials(actor))
    if (body) headers.set('content-type', 'application/json')
    const asked = given.query ?? row.query
    const query = asked ? `?${asked}` : ''
    const request = new Request(`http://localhost${filled(route, at)}${query}`, {
      method: route.method,
      headers,
      body: row.form?.(at) ?? row.raw ?? (body && JSON.stringify(body)),
    })
    const answer = await app.handle(request)
    const text = await answer.text()
    await store.idle()
    return { status: answer.status, body: text, headers: Object.fromEntries(answer.headers) }
  }
  /** The whole database, byte for byte. */
  const image = () => store.raw.statements.sqlite.serialize()
  /** Every row of every table, as text. */
  const dump = () => {
    const { sqlite } = store.raw.statements
    const names = sqlite.query("select name from sqlite_schema where type = 'table' order by name").all() as {
      name: string
    }[]
    return Object.fromEntries(names.map(({ name }) => [name, sqlite.query(`select * from "${name}"`).all()]))
  }
  return { ...installation, ids, ask, image, dump, tokenFor, credentials, filled, routes: walked(app) }
}
export type Populated = Awaited<ReturnType<typeof populated>>

/** A copy of the application with one route more, as a feature nobody told us about would add. */
export const withRoute = (services: Populated['services'], path: `/${string}`) =>
  createApp(services).get(path, () => 'new')
