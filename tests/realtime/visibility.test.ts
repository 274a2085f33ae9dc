import { describe, expect, test } from 'bun:test'
import type { Viewer } from '../../src/core/scope'
import { type Entity, type Events, visibleTo } from '../../src/events'
import type { AllTicket, Profile } from '../../src/shared/enums'

/**
 * Every event against every kind of viewer: the whole payload, a reduced one, or nothing. A new entity without a row
 * fails the first test.
 */

const person = (userId: number, profile: Profile, queueIds: number[], rest: Partial<Viewer> = {}): Viewer => ({
  userId,
  name: `Person ${userId}`,
  profile,
  withheld: [],
  super: false,
  allTicket: 'desabled' as AllTicket,
  queueIds,
  ...rest,
})
const viewers = {
  admin: person(1, 'admin', []),
  supervisor: person(2, 'supervisor', [1]),
  /** Member of the queue of the tickets below. */
  agent: person(3, 'user', [1]),
  /** Member of another queue. */
  outsider: person(4, 'user', [2]),
  /** Sees tickets without a queue. */
  allTicket: person(5, 'user', [], { allTicket: 'enabled' }),
  super: person(6, 'admin', [], { super: true }),
}
type Name = keyof typeof viewers
const everybody = Object.keys(viewers) as Name[]
const admins: Name[] = ['admin', 'super']

const inQueue = { id: 1, status: 'pending', userId: null, queueId: 1 }
const queueless = { id: 2, status: 'pending', userId: null, queueId: null }
const ofOutsider = { id: 3, status: 'open', userId: 4, queueId: 1 }
const codes = { qrcode: 'QR', pairingCode: '1234-5678' }
const noCodes = { qrcode: '', pairingCode: '' }

interface Row {
  name: string
  payload: unknown
  /** Viewers that receive the whole payload. */
  whole: Name[]
  /** Viewers that receive something else, and what. */
  reduced?: [to: Name[], payload: unknown]
}
const sameForTickets = (rest: object): Row[] => [
  { name: 'of a queue', payload: { ...rest, ticket: inQueue }, whole: ['admin', 'supervisor', 'agent', 'super'] },
  { name: 'without a queue', payload: { ...rest, ticket: queueless }, whole: ['admin', 'allTicket', 'super'] },
  {
    name: 'of a person outside of its queue',
    payload: { ...rest, ticket: ofOutsider },
    whole: ['admin', 'supervisor', 'agent', 'outsider', 'super'],
  },
]
const forAll = (payload: object): Row[] => [{ name: '', payload, whole: everybody }]

const rows: Record<Entity, Row[]> = {
  ticket: [
    ...sameForTickets({ action: 'update' }),
    {
      name: 'that moved from a queue to no queue',
      payload: { action: 'update', ticket: queueless, was: inQueue },
      whole: ['admin', 'allTicket', 'super'],
      reduced: [['supervisor', 'agent'], { action: 'delete', ticketId: 2, was: inQueue }],
    },
    {
      name: 'deleted',
      payload: { action: 'delete', ticketId: 1, was: inQueue },
      whole: ['admin', 'supervisor', 'agent', 'super'],
    },
  ],
  ticketPin: [
    { name: 'own', payload: { action: 'update', userId: 3, ticket: inQueue, pinned: true }, whole: ['agent'] },
    { name: 'of a ticket out of sight', payload: { action: 'update', userId: 4, ticket: inQueue }, whole: [] },
  ],
  appMessage: sameForTickets({ action: 'create', message: { id: 9 } }),
  ticketNote: sameForTickets({ action: 'create', note: { id: 9 } }),
  proposal: sameForTickets({ action: 'update', proposal: { id: 9 } }),
  mention: [{ name: '', payload: { action: 'seen', userId: 3, ticketId: 1 }, whole: ['agent'] }],
  star: [{ name: '', payload: { action: 'update', userId: 3, messageId: 1, starred: true }, whole: ['agent'] }],
  presence: sameForTickets({ action: 'update', presence: 'composing', userId: null }),
  contact: forAll({ action: 'update', contact: { id: 9 } }),
  queue: forAll({ action: 'update', queue: { id: 9 } }),
  tag: forAll({ action: 'update', tag: { id: 9 } }),
  file: forAll({ action: 'update', fileList: { id: 9 } }),
  promptAlert: [{ name: '', payload: { action: 'keyRefused', promptId: 9 }, whole: admins }],
  prompt: [{ name: '', payload: { action: 'update', prompt: { id: 9 } }, whole: admins }],
  whatsapp: [
    {
      name: 'with codes that link a phone',
      payload: { action: 'update', whatsapp: { id: 7, ...codes } },
      whole: admins,
      reduced: [
        ['supervisor', 'agent', 'outsider', 'allTicket'],
        { action: 'update', whatsapp: { id: 7, ...noCodes } },
      ],
    },
    { name: 'deleted', payload: { action: 'delete', whatsappId: 7 }, whole: everybody },
  ],
  whatsappSession: [
    {
      name: 'with codes that link a phone',
      payload: { action: 'update', session: { id: 7, ...codes } },
      whole: admins,
      reduced: [['supervisor', 'agent', 'outsider', 'allTicket'], { action: 'update', session: { id: 7, ...noCodes } }],
    },
  ],
  flow: [{ name: '', payload: { action: 'update', flow: { id: 9 } }, whole: admins }],
  flowEditors: [{ name: '', payload: { action: 'editors', flowId: 9, editors: [] }, whole: admins }],
  campaign: [{ name: '', payload: { action: 'update', campaign: { id: 9 } }, whole: [...admins, 'supervisor'] }],
  coldLane: [
    { name: '', payload: { action: 'update', coldLane: { whatsappId: 9 } }, whole: [...admins, 'supervisor'] },
  ],
  flowCampaign: [{ name: '', payload: { action: 'update', flowCampaign: { id: 9 } }, whole: admins }],
  contactList: [{ name: '', payload: { action: 'update', contactList: { id: 9 } }, whole: admins }],
  numberCheck: [{ name: '', payload: { action: 'update', numberCheck: { id: 9 } }, whole: admins }],
  contactListImport: [{ name: '', payload: { action: 'update', contactListImport: { id: 9 } }, whole: admins }],
  contactImport: forAll({ action: 'update', contactImport: { id: 9 } }),
  contactListItem: [{ name: '', payload: { action: 'reload', contactListId: 9 }, whole: admins }],
  apiKey: [{ name: '', payload: { action: 'update', apiKey: { id: 9 } }, whole: admins }],
  webhook: [{ name: '', payload: { action: 'update', webhook: { id: 9 } }, whole: admins }],
  integrationAlert: [{ name: '', payload: { action: 'failed', integrationId: 9 }, whole: admins }],
  queueIntegration: [{ name: '', payload: { action: 'update', queueIntegration: { id: 9 } }, whole: admins }],
  connectionHealth: [{ name: '', payload: { action: 'down', whatsappId: 7 }, whole: admins }],
  user: [
    { name: 'changed', payload: { action: 'update', user: { id: 3 } }, whole: ['admin', 'agent', 'super'] },
    { name: 'deleted', payload: { action: 'delete', userId: 3 }, whole: admins },
  ],
  team: [
    {
      name: '',
      payload: { action: 'update', userId: 3, online: true, away: false },
      whole: everybody,
    },
  ],
  lateTicket: [
    {
      name: 'of a colleague',
      payload: { action: 'create', target: 'answer', ticket: ofOutsider },
      whole: ['admin', 'supervisor', 'outsider', 'super'],
    },
    {
      name: 'waiting',
      payload: { action: 'create', target: 'answer', ticket: inQueue },
      whole: ['admin', 'supervisor', 'super'],
    },
  ],
  dueTicket: [
    {
      name: 'of a colleague, to the colleague first',
      payload: { action: 'create', stage: 'warned', ticket: ofOutsider },
      whole: ['outsider'],
    },
    {
      name: 'of a colleague, to supervisors then',
      payload: { action: 'create', stage: 'escalated', ticket: ofOutsider },
      whole: ['admin', 'supervisor', 'super'],
    },
    {
      name: 'waiting',
      payload: { action: 'create', stage: 'warned', ticket: inQueue },
      whole: ['admin', 'supervisor', 'super'],
    },
  ],
  draft: [{ name: '', payload: { action: 'update', userId: 3, draft: { body: 'x' } }, whole: ['agent'] }],
  chat: [
    {
      name: 'with its members',
      payload: { action: 'update', chat: { id: 8, users: [{ userId: 3 }] }, removed: [4] },
      whole: ['agent'],
      reduced: [['outsider'], { action: 'delete', chatId: 8, userIds: [4] }],
    },
    {
      name: 'with a new message',
      payload: { action: 'new-message', chat: { id: 8, users: [{ userId: 2 }] }, newMessage: { id: 9 } },
      whole: ['supervisor'],
    },
    {
      name: 'with a reaction',
      payload: { action: 'message-update', chat: { id: 8, users: [{ userId: 2 }] }, message: { id: 9 } },
      whole: ['supervisor'],
    },
    { name: 'deleted', payload: { action: 'delete', chatId: 8, userIds: [3] }, whole: ['agent'] },
  ],
  quickMessage: [
    {
      name: 'of the company',
      payload: { action: 'create', quickMessage: { id: 9, userId: 3, geral: true } },
      whole: everybody,
    },
    {
      name: 'of one person',
      payload: { action: 'create', quickMessage: { id: 9, userId: 3, geral: false } },
      whole: ['agent'],
    },
    {
      name: 'of the company until now',
      payload: { action: 'update', quickMessage: { id: 9, userId: 3, geral: false }, wasGeral: true },
      whole: ['agent'],
      reduced: [
        ['admin', 'supervisor', 'outsider', 'allTicket', 'super'],
        { action: 'delete', quickMessageId: 9, userId: 3, geral: false },
      ],
    },
  ],
  flowReplay: [{ name: '', payload: { action: 'update', replay: { id: 9 } }, whole: admins }],
  dataExport: [{ name: '', payload: { action: 'update', export: { id: 9 } }, whole: admins }],
  optOut: [{ name: '', payload: { action: 'delete', optOutId: 9 }, whole: ['admin', 'supervisor', 'super'] }],
  schedule: [
    {
      name: 'for a contact without a ticket',
      payload: { action: 'update', schedule: { id: 9, userId: 2 }, ticket: null },
      whole: everybody,
    },
    {
      name: 'for a ticket of another queue',
      payload: { action: 'update', schedule: { id: 9, userId: 3 }, ticket: { userId: null, queueId: 99 } },
      whole: [...admins, 'agent'],
    },
    { name: 'deleted', payload: { action: 'delete', scheduleId: 9 }, whole: everybody },
  ],
  payment: [
    { name: 'invoice', payload: { action: 'update', invoice: { id: 9 } }, whole: admins },
    {
      name: 'received',
      payload: { action: 'CONCLUIDA', company: { id: 1 }, invoice: { id: 9 } },
      whole: admins,
      reduced: [['supervisor', 'agent', 'outsider', 'allTicket'], { action: 'CONCLUIDA', company: { id: 1 } }],
    },
  ],
  auth: [{ name: '', payload: { action: 'update', user: { id: 3 }, tokenId: 5 }, whole: ['agent'] }],
  company: forAll({ action: 'update', company: { id: 1 } }),
  tenant: [{ name: '', payload: { action: 'update', company: { id: 2 } }, whole: ['super'] }],
  support: forAll({ action: 'start', grant: { id: 9 } }),
  announcement: [
    {
      name: 'shown',
      payload: { action: 'update', record: { id: 9, status: true, companies: [] } },
      whole: everybody,
    },
    {
      name: 'for chosen companies',
      payload: { action: 'update', record: { id: 9, status: true, companies: [{ id: 1, name: 'Acme' }] } },
      whole: ['super'],
      reduced: [
        ['admin', 'supervisor', 'agent', 'outsider', 'allTicket'],
        { action: 'update', record: { id: 9, status: true, companies: [] } },
      ],
    },
    {
      name: 'for other companies',
      payload: { action: 'update', isElsewhere: true, record: { id: 9, status: true, companies: [{ id: 2 }] } },
      whole: ['super'],
      reduced: [['admin', 'supervisor', 'agent', 'outsider', 'allTicket'], { action: 'delete', id: 9 }],
    },
    {
      name: 'hidden',
      payload: { action: 'update', record: { id: 9, status: false } },
      whole: ['super'],
      reduced: [['admin', 'supervisor', 'agent', 'outsider', 'allTicket'], { action: 'delete', id: 9 }],
    },
  ],
  setting: [
    { name: 'of users', payload: { action: 'update', setting: { key: 'userRating', value: 'x' } }, whole: everybody },
    { name: 'of admins', payload: { action: 'update', setting: { key: 'asaas', value: 'x' } }, whole: admins },
    { name: 'of the provider', payload: { action: 'update', setting: { key: 'mediaQuota' } }, whole: ['super'] },
    { name: 'that does not exist', payload: { action: 'update', setting: { key: 'no such' } }, whole: [] },
  ],
}

describe('visibility of events', () => {
  test('every entity has a row in this table', () => {
    expect(Object.keys(rows).sort()).toEqual(Object.keys(visibleTo).sort())
  })

  const cases = Object.entries(rows).flatMap(([entity, list]) =>
    list.flatMap((row) => everybody.map((viewer) => [entity as Entity, row.name, viewer, row] as const)),
  )
  test.each(cases)('%s %s reaches the %s as the table says', (entity, _, viewer, { payload, whole, reduced }) => {
    const decide = visibleTo[entity] as (viewer: Viewer, payload: unknown) => Events[Entity] | null
    const other = reduced?.[0].includes(viewer) ? reduced[1] : null
    expect(decide(viewers[viewer], payload) as unknown).toEqual(whole.includes(viewer) ? payload : other)
  })
})
