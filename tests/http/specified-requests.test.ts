import { expect, test } from 'bun:test'
import { createInstallation, type Name } from '../installation'

/** Requests as programs for related products send them (docs/api.md, "Values in other forms"; ADR 64). */

const installation = await createInstallation()
const { id: whatsappId } = await installation.insertConnection('acme')

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers of many routes
  body: any
}

async function ask(method: string, path: string, body?: object, by: Name = 'ana'): Promise<Answer> {
  const headers = { authorization: `Bearer ${await installation.tokenOf(by)}`, 'content-type': 'application/json' }
  const request = new Request(`http://localhost/api${path}`, { method, headers, body: body && JSON.stringify(body) })
  const response = await installation.app.handle(request)
  await installation.store.idle()
  return { status: response.status, body: await response.json() }
}

const list = (await ask('POST', '/contact-lists', { name: 'Clientes' })).body
await ask('POST', '/contact-list-items', { name: 'Caio Dias', number: '5511988887777', contactListId: list.id })
const specified = {
  name: 'Oferta',
  message1: 'Olá {nome}',
  whatsappId: String(whatsappId),
  contactListId: `${list.id}`,
}
const future = '2093-11-23T15:00:00.000Z'

test('a campaign of name, message, connection and list is scheduled, at once or by a change', async () => {
  const scheduled = await ask('POST', '/campaigns', { ...specified, scheduledAt: future })
  expect(scheduled).toMatchObject({ status: 200, body: { status: 'PROGRAMADA', basis: 'customers' } })
  const { body } = await ask('POST', '/campaigns', {
    ...specified,
    scheduledAt: '',
    fileListId: '',
    tagListId: 'Nenhuma',
  })
  expect(body).toMatchObject({ status: 'INATIVA', basis: null })
  const changed = await ask('PUT', `/campaigns/${body.id}`, { scheduledAt: future })
  expect(changed).toMatchObject({ status: 200, body: { status: 'PROGRAMADA', scheduledAt: future } })
})

test('the basis of the company set to none is again the one that a person states first', async () => {
  await ask('POST', '/campaign-settings', { settings: { basis: null } })
  await ask('POST', '/campaigns', { ...specified, basis: 'request' })
  expect((await ask('GET', '/campaign-settings')).body.settings.basis).toBe('request')
  await ask('POST', '/campaign-settings', { settings: { basis: null } })
})

test('the basis that a person states first is that of later campaigns without one', async () => {
  await ask('POST', '/campaigns', { ...specified, basis: 'consent' })
  await ask('POST', '/campaigns', { ...specified, basis: 'request' })
  expect((await ask('GET', '/campaign-settings')).body.settings.basis).toBe('consent')
  const { body } = await ask('POST', '/campaigns', { ...specified, scheduledAt: future })
  expect(body).toMatchObject({ status: 'PROGRAMADA', basis: 'consent' })
})

test('GET /campaigns/:id returns shipping entries and the people of the list', async () => {
  const { body } = await ask('POST', '/campaigns', specified)
  const row = { campaignId: body.id, number: '5511988887777', name: 'Caio', jid: '5511988887777@s.whatsapp.net' }
  const times = { dueAt: future, sentAt: future, deliveredAt: future, readAt: null, answeredAt: null, optedOutAt: null }
  await installation.acme.transaction((tx) =>
    tx
      .insert('campaign_recipients', { ...row, variant: 1, text: 'Olá', reason: null, ticketId: null, ...times })
      .execute(),
  )
  expect((await ask('GET', `/campaigns/${body.id}`)).body).toMatchObject({
    contactList: { id: list.id, contacts: [{ name: 'Caio Dias', number: '5511988887777' }], hasMoreContacts: false },
    shipping: [{ number: '5511988887777', message: 'Olá', deliveredAt: future }],
    hasMoreShipping: false,
  })
})

test('options of a queue take their position as a number and -1 as the parent of the first menu', async () => {
  const first = await ask('POST', '/queue-options', { title: 'Um', message: 'm', option: 1, queueId: 1, parentId: -1 })
  expect(first).toMatchObject({ status: 200, body: { option: '1', parentId: null } })
  const roots = await ask('GET', '/queue-options?queueId=1&parentId=-1')
  expect(roots.body.options.map(({ id }: { id: number }) => id)).toEqual([first.body.id])
})

test('weekdays that are left out of a schedule are closed', async () => {
  const monday = { weekday: 'Segunda-feira', weekdayEn: 'monday', startTime: '08:00', endTime: '18:00' }
  const { status, body } = await ask('POST', '/queue', { name: 'Fila', color: '#123456', schedules: [monday] })
  expect([status, body.schedules.length]).toEqual([200, 7])
  expect(body.schedules[0]).toMatchObject({ weekdayEn: 'monday', startTime: '08:00' })
  expect(body.schedules[6]).toMatchObject({ weekdayEn: 'sunday', startTime: '', endTime: '' })
})

test('conditions of a flow are written with signs and kept in the words of the editor', async () => {
  const { id } = (await ask('POST', '/flowbuilder', { name: 'Com condição' })).body
  const start = { id: '1', type: 'start', position: { x: 0, y: 0 }, data: { label: 'Inicio do fluxo' } }
  const signs = ['==', '=', '===', '!=', '!==', '<>', '>', '<', '>=', '<=']
  const nodes = signs.map((condition, at) => ({
    ...{ id: `n${at}`, type: 'condition', position: { x: 0, y: at }, selected: false },
    data: { key: 'idade', condition, value: 18 },
  }))
  const wait = { id: 'w', type: 'interval', position: { x: 9, y: 9 }, data: { sec: '5', label: 'Intervalo 5 seg.' } }
  const connections = [{ id: 'e', source: '1', sourceHandle: 'a', target: 'n0' }]
  const saved = await ask('POST', '/flowbuilder/flow', { idFlow: id, nodes: [start, ...nodes, wait], connections })
  expect(saved.status).toBe(200)
  const { flow } = (await ask('GET', `/flowbuilder/flow/${id}`)).body.flow
  const words = flow.nodes.slice(1, -1).map(({ data }: { data: { condition: string } }) => data.condition)
  const equalities = ['equal', 'equal', 'equal', 'notEqual', 'notEqual', 'notEqual']
  expect(words).toEqual([...equalities, 'greater', 'less', 'greaterOrEqual', 'lessOrEqual'])
  const wrong = [start, { ...nodes[0], data: { key: 'a', condition: '~', value: '' } }]
  expect((await ask('POST', '/flowbuilder/flow', { idFlow: id, nodes: wrong, connections: [] })).status).toBe(422)
})

test('settings of questions and programs beside typebotIntegration are stored within it, and keys as marks', async () => {
  const { id } = (await ask('POST', '/flowbuilder', { name: 'Ao lado' })).body
  const node = (id: string, type: string, data: object) => ({ id, type, position: { x: 0, y: 0 }, data })
  const prompt = { prompt: 'p'.repeat(60), maxTokens: 100, temperature: 1, apiKey: 'sk-secret-key', queueId: 1 }
  const nodes = [
    node('1', 'start', { label: 'Inicio do fluxo' }),
    node('q', 'question', { typebotIntegration: {}, message: 'Qual o seu nome?', answerKey: 'nome' }),
    node('t', 'typebot', { name: 'Robô', urlN8N: 'https://typebot.example.com', typebotSlug: 'robo' }),
    node('o', 'openai', { typebotIntegration: { name: 'IA', maxMessages: 10 }, ...prompt }),
  ]
  const ways = ['1', 'q', 't', 'o'].map((source, at, all) => ({ id: source, source, target: all[at + 1] })).slice(0, 3)
  const saved = await ask('POST', '/flowbuilder/flow', { idFlow: id, nodes, connections: ways })
  expect([saved.status, saved.body.fault ?? saved.body.lints]).toEqual([200, undefined])
  const { flow } = (await ask('GET', `/flowbuilder/flow/${id}`)).body.flow
  const data = flow.nodes.slice(1).map((each: { data: object }) => each.data)
  expect(data).toEqual([
    { typebotIntegration: { message: 'Qual o seu nome?', answerKey: 'nome' } },
    { typebotIntegration: nodes[2]!.data },
    {
      typebotIntegration: { ...prompt, name: 'IA', maxMessages: 10, apiKey: expect.stringMatching(/^••••.{0,4}#\d+$/) },
    },
  ])
})

test('members of a chat are given by their ids', async () => {
  const chat = await ask('POST', '/chats', { title: 'Equipe', users: [2, '3'] })
  expect(chat.status).toBe(200)
  const back = await ask('PUT', `/chats/${chat.body.id}`, chat.body)
  expect([back.status, back.body.users]).toEqual([200, chat.body.users])
})

test('GET /settings?key= returns that setting alone, and an unknown key is not found', async () => {
  expect((await ask('GET', '/settings?key=scheduleType')).body.settings).toEqual([
    { key: 'scheduleType', value: 'disabled' },
  ])
  expect((await ask('GET', '/settings?key=')).body.settings.length).toBeGreaterThan(10)
  expect(await ask('GET', '/settings?key=nothing')).toMatchObject({
    status: 404,
    body: { error: 'ERR_NO_SETTING_FOUND' },
  })
})

test.each([
  [true, 'enabled'],
  ['true', 'enabled'],
  [1, 'enabled'],
  ['enabled', 'enabled'],
  [false, 'disabled'],
  ['0', 'disabled'],
])('a setting that is a switch takes %p', async (value, stored) => {
  expect(await ask('PUT', '/settings/userRating', { value })).toMatchObject({ status: 200, body: { value: stored } })
})

test('a plan of the specified fields is offered at sign-up', async () => {
  const plan = { name: 'Básico', users: '3', connections: '1', queues: 2, value: 9900, useCampaigns: 'true' }
  const { status, body } = await ask('POST', '/plans', plan, 'root')
  expect([status, body]).toMatchObject([200, { users: 3, useCampaigns: true, isPublic: true }])
})

test('a quick message whose file is uploaded next needs its shortcode only', async () => {
  const made = await ask('POST', '/quick-messages', { shortcode: 'tabela', isMedia: true, geral: '', message: '' })
  expect(made).toMatchObject({ status: 200, body: { shortcode: 'tabela', message: '' } })
  const empty = await ask('POST', '/quick-messages', { shortcode: 'vazia', message: '' })
  expect(empty).toMatchObject({ status: 400, body: { error: 'ERR_QUICK_EMPTY' } })
})

test('an admin sends a user back as it was read, and does not change their undo time', async () => {
  const { body } = await ask('GET', '/users/3')
  expect(await ask('PUT', '/users/3', { ...body, password: '' })).toMatchObject({ status: 200, body })
  expect((await ask('PUT', '/users/3', { undoSeconds: body.undoSeconds === 0 ? 5 : 0 })).status).toBe(403)
})

test('a licence is renewed with the fields of the checkout and without a document', async () => {
  const pix = { provider: 'pix-manual', pixKey: 'pix@balcao.test', pixName: 'Provedor', pixCity: 'Campinas' }
  const unused = { environment: 'production', baseUrl: '', clientId: '', clientSecret: '', certificate: '' }
  await ask('PUT', '/payments/config', { ...pix, ...unused, passphrase: '', authority: '', cardAccount: '' }, 'root')
  const invoice = (await ask('POST', '/invoices', {})).body
  const person = { firstName: 'Ana', lastName: 'Souza', address: 'Rua das Flores, 10', city: 'Campinas' }
  const rest = { state: 'SP', zipcode: '13010-000', country: 'Brasil', plan: '1', price: 30, users: 1, connections: 1 }
  const answer = await ask('POST', '/subscription', { ...person, ...rest, invoiceId: `${invoice.id}` })
  expect([answer.status, answer.body.invoiceId]).toEqual([200, invoice.id])
})
