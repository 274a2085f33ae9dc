import { expect, test } from 'bun:test'
import { settingRules } from '../../src/shared/settings'
import type { Ids } from './access/actors'
import { createInstallationWithTargets } from './access/installation'

/** Objects that come back as they were read (docs/api.md, "Values in other forms"): 200, and the same object afterwards. */

interface Entity {
  read: (ids: Ids) => string
  /** Method and path of the change; the path of the read with PUT unless given. */
  change?: (ids: Ids) => string
  /** Object in the answer, where the answer has more. */
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  object?: (answer: any, ids: Ids) => object
  by?: 'ana' | 'root' | 'bob'
}
const one = (path: string, kind: keyof Ids, more: Partial<Entity> = {}): Entity => ({
  read: (ids) => `${path}/${ids[kind]}`,
  ...more,
})
// biome-ignore lint/suspicious/noExplicitAny: answers of many routes
type Row = any
/** Row of a list, for entities that have no route of their own to be read. */
const listed = (path: string, rows: string, kind: keyof Ids, more: Partial<Entity> = {}): Entity => ({
  read: () => path,
  change: (ids) => `PUT ${path.split('?')[0]}/${ids[kind]}`,
  object: (answer, ids) => answer[rows].find(({ id }: Row) => id === ids[kind]),
  ...more,
})

const entities: Record<string, Entity> = {
  queue: one('/queue', 'queue'),
  tag: one('/tags', 'tag'),
  contact: one('/contacts', 'contact'),
  'contact list': one('/contact-lists', 'contactList'),
  'person of a list': one('/contact-list-items', 'contactListItem'),
  'quick message': one('/quick-messages', 'quickMessage', { by: 'bob' }),
  'scheduled message': one('/schedules', 'schedule'),
  campaign: one('/campaigns', 'campaign'),
  'list of files': one('/files', 'fileList'),
  announcement: one('/announcements', 'announcement', { by: 'root' }),
  prompt: one('/prompt', 'prompt'),
  integration: one('/queueIntegration', 'integration'),
  connection: one('/whatsapp', 'whatsapp'),
  user: one('/users', 'user'),
  company: one('/companies', 'company', { by: 'root' }),
  plan: one('/plans', 'plan', { by: 'root' }),
  ticket: one('/tickets', 'ticket'),
  webhook: listed('/webhooks', 'webhooks', 'webhook'),
  'API key': one('/api-keys', 'apiKey'),
  'hours of a company': { read: ({ company }) => `/companies/${company}/schedules` },
  'option of a queue': listed('/queue-options', 'options', 'option'),
  phrase: one('/flowcampaign', 'phrase', { change: () => 'PUT /flowcampaign', object: ({ details }) => details }),
  flow: listed('/flowbuilder', 'flows', 'flow', { change: () => 'PUT /flowbuilder' }),
  invoice: listed('/invoices/everyones', 'invoices', 'invoice', {
    change: ({ invoice }) => `PUT /invoices/${invoice}`,
    by: 'root',
  }),
  'help video': listed('/helps', 'helps', 'help', { by: 'root' }),
  chat: listed('/chats', 'records', 'chat', { by: 'bob' }),
  'content of a flow': one('/flowbuilder/flow', 'flow', {
    change: () => 'POST /flowbuilder/flow',
    object: ({ flow }) => ({ idFlow: flow.id, nodes: flow.flow.nodes, connections: flow.flow.connections }),
  }),
  'settings of campaigns': { read: () => '/campaign-settings', change: () => 'POST /campaign-settings' },
}

test.each(Object.entries(entities))('%s', async (_, { read, change, object = (answer: Row) => answer, by = 'ana' }) => {
  const installation = await createInstallationWithTargets()
  const ids = installation.ids.own
  const ask = async (method: string, path: string, body?: object) => {
    const headers = new Headers(await installation.authHeaders(by))
    headers.set('content-type', 'application/json')
    const request = new Request(`http://localhost/api${path}`, {
      method,
      headers,
      body: body && JSON.stringify(body),
    })
    const response = await installation.app.handle(request)
    await installation.store.idle()
    return { status: response.status, answer: (await response.json()) as Row }
  }
  const before = await ask('GET', read(ids))
  expect(before.status).toBe(200)
  const [method, path] = (change?.(ids) ?? `PUT ${read(ids)}`).split(' ') as [string, string]
  const sent = await ask(method, path, object(before.answer, ids))
  expect([sent.status, sent.answer.fields]).toEqual([200, undefined])
  expect(comparable((await ask('GET', read(ids))).answer)).toEqual(comparable(before.answer))
})

/** Without times and numbers of the change, and signatures of links. */
const comparable = (answer: object) =>
  JSON.parse(
    JSON.stringify(answer, (key, value) =>
      ['updatedAt', 'mediaPath', 'path', 'draftAt', 'version'].includes(key) ? '' : value,
    ),
  )

test('each setting', async () => {
  const installation = await createInstallationWithTargets()
  for (const key of Object.keys(settingRules)) {
    const settings = installation.clientAs('root').settings({ key })
    const before = (await settings.get()).data
    expect([key, (await settings.put(before as never)).data]).toEqual([key, before])
  }
})
