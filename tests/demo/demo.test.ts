import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Control, createControl } from '../../emulator/control-client'
import { boot, type Running } from '../../src/boot'
import { readConfig } from '../../src/config'
import { databaseFile } from '../../src/core/storage/data-directory'
import { type Demo, startDemo } from '../../src/demo/demo'
import { demoConnections, people } from '../../src/demo/people'
import { isCommon } from '../../src/features/accounts/users/passwords/common-passwords'
import { until } from '../until'

const directory = mkdtempSync(join(tmpdir(), 'demo-'))
const owner = demoConnections.linked.number
let demo: Demo
let running: Running
let control: Control

async function start() {
  const env = { DATA_DIR: directory, PORT: '0', HOST: '127.0.0.1', LOG_LEVEL: 'silent' }
  const named = Object.entries(env).map(([name, value]) => [`BALCAO_${name}`, value])
  demo = await startDemo(readConfig(Object.fromEntries(named)))
  running = await boot(demo.config, { demo: true })
  await demo.begin(running.services.auth.platform)
  control = createControl(demo.pageUrl)
}

async function stop() {
  await running.stop()
  await demo.stop()
}

beforeAll(start)
afterAll(async () => {
  await stop()
  rmSync(directory, { recursive: true, force: true })
})

const address = (path: string) => `http://127.0.0.1:${running.port}${path}`
const db = () => running.services.ports.store.read.kysely

async function login(index: number): Promise<Record<string, string>> {
  const { email, password } = demo.logins[index]!
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(address('/api/auth/login'), {
    method: 'POST',
    headers,
    body: JSON.stringify({ email, password }),
  })
  expect(answer.status).toBe(200)
  return { authorization: `Bearer ${(await answer.json()).token}`, ...headers }
}

describe('the first start', () => {
  test('GET /system reports a demonstration that needs no set-up', async () => {
    const facts = await (await fetch(address('/api/system'))).json()
    expect(facts).toMatchObject({ demo: true, simulatorUrl: demo.pageUrl, setupNeeded: false })
    expect(await control.info()).toMatchObject({ demo: true })
    const set = [await control.automatic({ paused: true }), await control.automatic({ paused: false })]
    expect(set).toEqual([{ paused: true }, { paused: false }])
  })

  test('each user of the sample company can log in, with a password that the rules allow', async () => {
    for (const [index, { email, password, name }] of demo.logins.entries()) {
      expect([await isCommon(password), [email, name].includes(password)]).toEqual([false, false])
      await login(index)
    }
  })

  test('the database has 80 closed tickets and those of a campaign, 13 open and 8 pending ones with messages of every type', async () => {
    const tickets = await db().selectFrom('tickets').selectAll().execute()
    const of = (status: string) => tickets.filter((ticket) => ticket.status === status)
    const answers = await db()
      .selectFrom('campaign_recipients')
      .select('ticketId')
      .where('answeredAt', 'is not', null)
      .execute()
    expect(answers.length).toBeGreaterThan(20)
    expect(new Set(answers.map(({ ticketId }) => ticketId)).size).toBe(answers.length)
    const counts = [of('closed').length, of('open').length, of('pending').length]
    expect(counts).toEqual([80 + answers.length, 13, 8])
    expect(of('closed').every(({ closedAt, userId }) => closedAt !== null && userId !== null)).toBe(true)
    expect(of('pending').every(({ unreadMessages, userId }) => unreadMessages > 0 && userId === null)).toBe(true)
    expect(
      tickets.every(({ lastMessage, lastMessageAt }) => lastMessage && lastMessageAt < new Date().toISOString()),
    ).toBe(true)
    const messages = await db().selectFrom('messages').selectAll().execute()
    const kinds = new Set(messages.map(({ mediaType }) => mediaType))
    expect(kinds).toEqual(
      new Set(['chat', 'image', 'audio', 'application', 'sticker', 'locationMessage', 'contactMessage']),
    )
    expect(messages.some(({ quotedWaId }) => quotedWaId)).toBe(true)
    expect(messages.every(({ body }) => !/[{}]/.test(body))).toBe(true)
    expect((await db().selectFrom('reactions').selectAll().execute()).length).toBeGreaterThan(5)
    const files = await db().selectFrom('media').select('path').execute()
    expect(files.every(({ path }) => existsSync(running.services.ports.media.absolute(path)))).toBe(true)
  })

  test('messages of the company have the times of their receipts', async () => {
    const sent = db().selectFrom('messages').where('fromMe', '=', 1).where('origin', '=', 'agent')
    const all = await sent.select(['ack', 'createdAt', 'sentAt', 'deliveredAt', 'readAt']).execute()
    const orderOf = ({ createdAt, sentAt, deliveredAt, readAt }: (typeof all)[number]) =>
      [createdAt, sentAt, deliveredAt, readAt].filter((at) => at !== null)
    expect(all.filter((message) => orderOf(message).length !== (message.ack < 3 ? 3 : 4))).toEqual([])
    expect(all.filter((message) => orderOf(message).join() !== orderOf(message).toSorted().join())).toEqual([])
    expect(all.length).toBeGreaterThan(100)
  })

  test('the file of ratings has one line for each rating that the dashboard counts', async () => {
    const headers = await login(1)
    const { counters } = await (await fetch(address('/api/dashboard?days=30'), { headers })).json()
    const file = await (await fetch(address('/api/dashboard/ratings?days=30'), { headers })).text()
    expect(counters.ratings).toBeGreaterThan(20)
    expect(file.trim().split('\r\n').length - 1).toBe(counters.ratings)
  })

  test('one connection is linked; the other shows its code on the page, and scanning links it', async () => {
    await control.waitForOnline({ owner, online: true })
    const [code] = await control.waitingCodes()
    expect(code).toMatchObject({ name: demoConnections.waiting.name })
    await control.scan({ owner: demoConnections.waiting.number, qr: code!.qr })
    await control.waitForOnline({ owner: demoConnections.waiting.number, online: true })
  })

  test('the phone of a customer shows past messages, receives a reply and answers it', async () => {
    const admin = await login(0)
    const { tickets } = await (await fetch(address('/api/tickets?status=open&showAll=true'), { headers: admin })).json()
    const ticket = tickets[0]
    const phone = people.find(({ name }) => name === ticket.contact.name)!.number
    expect((await control.thread({ phone })).length).toBeGreaterThan(2)
    const body = JSON.stringify({ body: 'Posso ajudar em mais alguma coisa?' })
    const sent = await fetch(address(`/api/messages/${ticket.id}`), { method: 'POST', headers: admin, body })
    expect(sent.status).toBe(200)
    const { id } = await control.waitForMessage({ phone, text: 'Posso ajudar em mais alguma coisa?' })
    await control.waitForStanza({ number: owner, tag: 'message', id })
    await until('an answer', async () => (await control.thread({ phone })).at(-1)?.mine)
  })

  test('a new customer becomes a contact with the WhatsApp profile picture', async () => {
    const admin = await login(0)
    const { number, picture } = await control.addCustomer({ name: 'Zuleica', picture: { sample: 'photo' } })
    await control.send({ from: number, to: owner, content: 'Oi' })
    const contact = async () =>
      (await (await fetch(address('/api/contacts?searchParam=Zuleica'), { headers: admin })).json()).contacts[0]
    const stored = await fetch(address(await until('the picture', async () => (await contact())?.profilePicUrl)))
    expect(stored.headers.get('content-type')).toStartWith('image/')
    expect(Buffer.from(await stored.bytes()).equals(await control.media(picture!))).toBe(true)
  })

  test('the page can download files of past messages', async () => {
    const threads = await Promise.all(people.map(({ number }) => control.thread({ phone: number })))
    const picture = threads.flat().find(({ kind, past }) => kind === 'image' && past)
    expect((await control.media(picture!.media!.url)).length).toBe(picture!.media!.size)
  })
})

test('a restart inserts no second company or messages, and the linked number is online again', async () => {
  const count = async (table: 'messages' | 'companies') => (await db().selectFrom(table).select('id').execute()).length
  const [messages, companies] = [await count('messages'), await count('companies')]
  await stop()
  await start()
  expect(await count('companies')).toBe(companies)
  expect(await count('messages')).toBeGreaterThanOrEqual(messages)
  await control.waitForOnline({ owner, online: true })
})

test('startDemo refuses a data directory with a real installation', async () => {
  const real = mkdtempSync(join(tmpdir(), 'real-'))
  mkdirSync(real, { recursive: true })
  writeFileSync(databaseFile(real), '')
  await expect(startDemo(readConfig({ BALCAO_DATA_DIR: real, BALCAO_PORT: '0' }))).rejects.toThrow('real installation')
  rmSync(real, { recursive: true })
})
