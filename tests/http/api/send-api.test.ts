import { describe, expect, spyOn, test } from 'bun:test'
import { bodyMemory } from '../../../src/core/http/body-memory'
import { Line } from '../../../src/core/storage/postgres/lines'
import { deleteTicket } from '../../../src/features/inbox/tickets/create'
import { revealToken } from '../../../src/features/numbers/connections/token'
import { limits } from '../../../src/shared/limits'
import { companies, createInstallation } from '../../installation'
import { sqliteTest } from '../../postgres-databases'
import { usesPostgres } from '../../postgres-server'
import { recordStatements } from '../../recorded-statements'
import { until } from '../../until'

type Result = { mensagem: string; messageId: number; ticketId: number; error?: string; fields?: string[] }

/** Installation with a connection and a client of the messages API with its token. */
async function createApiClient(options: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(options)
  const { id: whatsappId } = await installation.insertConnection('acme')
  installation.whatsapp.openConnections.add(whatsappId)
  const { token } = await revealToken(installation.scopeOf('ana'), whatsappId)
  async function send(body: object | FormData | string, headers: Record<string, string> = {}) {
    const isForm = body instanceof FormData
    const type: Record<string, string> = isForm ? {} : { 'content-type': 'application/json' }
    const response = await installation.app.handle(
      new Request('http://localhost/api/messages/send', {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, ...type, ...headers },
        body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
    return { status: response.status, body: (await response.json()) as Result, headers: response.headers }
  }
  const messages = () =>
    installation.acme.select('messages').select(['id', 'ticketId', 'body', 'origin', 'waId']).execute()
  const ticketOf = (id: number) =>
    installation.acme.select('tickets').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  return { ...installation, whatsappId, token, send, messages, ticketOf }
}
const number = '5511988887777'
const hello = { number, body: 'Seu pedido saiu' }

test('a message to a new number creates a contact and a closed ticket and is delivered', async () => {
  const { send, messages, ticketOf, jobs, whatsapp } = await createApiClient()
  const { status, body } = await send(hello)
  const [message] = await messages()
  expect(status).toBe(200)
  expect(body).toEqual({ mensagem: 'Mensagem enviada', messageId: message?.id as number, ticketId: 1 })
  expect(message).toMatchObject({ body: hello.body, origin: 'api' })
  expect(await ticketOf(1)).toMatchObject({ status: 'closed', userId: null, queueId: null, lastMessage: hello.body })
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ waId: message?.waId, jid: `${number}@s.whatsapp.net` }])
})

test('an open ticket keeps its state, a closed one is used again, and queueId makes it pending', async () => {
  const { send, insertContact, insertTicket, ticketOf, whatsappId, acme } = await createApiClient()
  const { id: contactId } = await insertContact('acme', { number })
  const { id } = await insertTicket({ status: 'open', userId: 3, queueId: 1, contactId, whatsappId })
  await acme.transaction((tx) => tx.update('tickets').set({ unreadMessages: 2, chatbot: 1 }).execute())
  expect((await send(hello)).body.ticketId).toBe(id)
  expect(await ticketOf(id)).toMatchObject({ status: 'open', userId: 3, queueId: 1, unreadMessages: 2, chatbot: 1 })
  expect((await send({ ...hello, closeTicket: true })).body.ticketId).toBe(id)
  expect(await ticketOf(id)).toMatchObject({ status: 'closed', closeReason: 'api', unreadMessages: 0 })
  expect((await send(hello)).body.ticketId).toBe(id)
  const { ticketId } = (await send({ ...hello, queueId: 2 })).body
  expect(await ticketOf(ticketId)).toMatchObject({ status: 'pending', queueId: 2, userId: null })
  expect((await send({ ...hello, queueId: 3 })).body).toEqual({ error: 'ERR_NO_QUEUE_FOUND' } as never)
})

test('a queue of another company is refused like a missing one, and nothing is stored', async () => {
  const { send, acme, rival } = await createApiClient()
  const { id: foreign } = await rival.select('queues').select('id').limit(1).executeTakeFirstOrThrow()
  const missing = await send({ ...hello, queueId: 9_000_000 })
  expect(missing).toMatchObject({ status: 404, body: { error: 'ERR_NO_QUEUE_FOUND' } })
  const { status, body } = await send({ ...hello, queueId: foreign })
  expect({ status, body }).toEqual({ status: missing.status, body: missing.body })
  for (const table of ['contacts', 'tickets', 'messages'] as const)
    expect(await acme.select(table).select('id').execute()).toEqual([])
})

test('a repeat with the same Idempotency-Key returns the first message; another body with it is refused', async () => {
  const { send, messages } = await createApiClient()
  const key = { 'idempotency-key': 'pedido-1' }
  const first = await send(hello, key)
  expect((await send(hello, key)).body).toEqual(first.body)
  expect(await send({ ...hello, body: 'outro' }, key)).toMatchObject({
    status: 409,
    body: { error: 'ERR_IDEMPOTENCY_REUSED' },
  })
  expect(await messages()).toHaveLength(1)
})

test('a repeat after its ticket was deleted returns the first response and sends nothing', async () => {
  const { send, messages, scopeOf } = await createApiClient()
  const key = { 'idempotency-key': 'pedido-1' }
  const first = await send(hello, key)
  await deleteTicket(scopeOf('ana'), first.body.ticketId)
  expect((await send(hello, key)).body).toEqual(first.body)
  expect(await messages()).toEqual([])
})

test('a form sends up to five files, the first with the text as its caption', async () => {
  const { send, messages } = await createApiClient()
  const form = new FormData()
  form.append('number', '(11) 98888-7777')
  form.append('body', 'A nota')
  form.append('medias', new File(['um'], 'nota.txt'))
  form.append('medias', new File(['dois'], 'boleto.txt'))
  expect((await send(form)).status).toBe(200)
  expect((await messages()).map(({ body }) => body)).toEqual(['A nota', ''])
  for (let n = 0; n < 4; n++) form.append('medias', new File(['mais'], 'mais.txt'))
  expect((await send(form)).status).toBe(422)
})

test('the text of a file has at most the length of a caption', async () => {
  const { send, messages } = await createApiClient()
  const formOf = (characters: number) => {
    const form = new FormData()
    form.append('number', number)
    form.append('body', 'x'.repeat(characters))
    form.append('medias', new File(['um'], 'nota.txt'))
    return form
  }
  expect(await send(formOf(limits.caption.max + 1))).toMatchObject({ status: 422, body: { fields: ['body'] } })
  expect(await messages()).toEqual([])
  expect((await send(formOf(limits.caption.max))).status).toBe(200)
})

test.each([
  ['no number', { body: 'oi' }, 422, 'ERR_VALIDATION'],
  ['a short number', { number: '123', body: 'oi' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
  ['a number of letters', { number: 'abcdefghijk', body: 'oi' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
  ['a number WhatsApp does not know', { number: '5511900000000', body: 'oi' }, 400, 'ERR_WAPP_INVALID_CONTACT'],
  ['no text', { number }, 400, 'ERR_EMPTY_MESSAGE'],
  ['a text beyond the limit', { number, body: 'x'.repeat(4097) }, 422, 'ERR_VALIDATION'],
  ['invalid JSON', '{', 400, 'ERR_BODY'],
] as [string, object, number, string][])(
  'a request with %s is refused and stores nothing',
  async (_, body, status, error) => {
    const { send, messages, whatsapp, acme } = await createApiClient()
    whatsapp.unknownNumbers.add('5511900000000').add('551100000000')
    expect(await send(body)).toMatchObject({ status, body: { error } })
    expect(await messages()).toEqual([])
    expect(await acme.select('contacts').select('id').execute()).toEqual([])
  },
)

test('a number that gets WhatsApp after a refusal is asked about again after 24 hours', async () => {
  const { send, whatsapp, messages, acme } = await createApiClient()
  const age = (hours: number) => ({ checkedAt: new Date(Date.now() - hours * 3_600_000).toISOString() })
  const answers = (hours: number) => acme.transaction((tx) => tx.update('whatsapp_addresses').set(age(hours)).execute())
  whatsapp.unknownNumbers.add(number)
  expect((await send(hello)).body.error).toBe('ERR_WAPP_INVALID_CONTACT')
  whatsapp.unknownNumbers.delete(number)
  await answers(23)
  expect((await send(hello)).body.error).toBe('ERR_WAPP_INVALID_CONTACT')
  await answers(25)
  expect((await send(hello)).status).toBe(200)
  expect(await messages()).toHaveLength(1)
})

test('token, licence, plan and connection are checked before the body', async () => {
  const { send, store, messages } = await createApiClient()
  const code = async (headers = {}) => (await send('{', headers)).body.error
  const set = (change: string) => store.write(async (tx) => tx.run(change, []))
  expect([await code({ authorization: 'Bearer ' }), await code({ authorization: 'Bearer nothing' })]).toEqual([
    'ERR_API_TOKEN',
    'ERR_API_TOKEN',
  ])
  await set("update connections set status = 'OPENING'")
  expect(await code()).toBe('ERR_WAPP_NOT_INITIALIZED')
  await set('update plans set "useExternalApi" = 0')
  expect(await code()).toBe('ERR_NO_PERMISSION')
  await set(`update companies set "dueDate" = '2020-01-01' where id = ${companies.acme}`)
  expect(await send('{')).toMatchObject({
    status: 402,
    body: { error: 'ERR_SUBSCRIPTION_EXPIRED', dueDate: '2020-01-01' },
  })
  await set(`update companies set status = 0 where id = ${companies.acme}`)
  expect(await code()).toBe('ERR_COMPANY_DISABLED')
  expect(await messages()).toEqual([])
})

test('the 21st wrong token of one address within a minute answers 429, and the right one still works', async () => {
  const { send } = await createApiClient({ clock: () => 0 })
  const guess = (n: number, address: string) =>
    send(hello, { authorization: `Bearer guess${n}`, 'x-forwarded-for': address })
  for (let n = 0; n < 20; n++) expect((await guess(n, '203.0.113.7')).status).toBe(401)
  const { status, headers } = await guess(20, '203.0.113.7')
  expect([status, headers.get('retry-after')]).toEqual([429, '3'])
  expect((await guess(21, '203.0.113.8')).status).toBe(401)
  expect((await send(hello, { 'x-forwarded-for': '203.0.113.7' })).status).toBe(200)
})

test('the 21st request of a token within a minute answers 429', async () => {
  const { send } = await createApiClient({ clock: () => 0 })
  for (let n = 0; n < 20; n++) expect((await send({ number })).status).toBe(400)
  const { status, headers } = await send(hello)
  expect([status, headers.get('retry-after')]).toEqual([429, '3'])
})

test('an unknown number is looked up on WhatsApp once for two messages', async () => {
  const { send, whatsapp } = await createApiClient()
  whatsapp.unknownNumbers.add('5511955554444').add('551155554444')
  const countLookups = () => whatsapp.calls.filter(({ method }) => method === 'onWhatsApp').length
  await send({ number: '5511955554444', body: 'oi' })
  await send({ number: '5511955554444', body: 'oi' })
  expect(countLookups()).toBe(1)
})

/** Multipart request that stays open until it is finished, finished without the number, or aborted. */
function slowForm(token: string, length: Record<string, string>) {
  const boundary = 'form'
  const { readable, writable } = new TransformStream<Uint8Array>()
  const writer = writable.getWriter()
  const part = (name: string, value: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const request = new Request('http://localhost/api/messages/send', {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...length,
    },
    body: readable,
  })
  const finishWith = async (text: string) => {
    await writer.write(Buffer.from(`${text}--${boundary}--\r\n`))
    await writer.close()
  }
  return {
    request,
    finish: () => finishWith(part('number', number) + part('body', 'Oi')),
    finishWithoutNumber: () => finishWith(part('body', 'Oi')),
    abort: () => writer.abort(new Error('gone')),
  }
}

test('a third large form at once answers 429; finished, invalid and aborted forms free their memory', async () => {
  const { app, token, send } = await createApiClient()
  const startForm = (length: Record<string, string> = { 'content-length': `${limits.body + 1}` }) => {
    const form = slowForm(token, length)
    return { ...form, response: app.handle(form.request) }
  }
  const [first, second] = [startForm(), startForm()]
  await until('two forms are held', () => bodyMemory.bytes() > 2 * limits.body)
  const refused = await startForm().response
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await refused.json()).toEqual({ error: 'ERR_BUDGET', budget: 'forms', retryAfter: 5 })
  expect((await send(hello)).status).toBe(200)
  await first.finishWithoutNumber()
  expect((await first.response).status).toBe(422)
  await second.finish()
  expect((await second.response).status).toBe(200)
  const aborted = startForm()
  await aborted.abort()
  expect((await aborted.response).status).toBe(400)
  expect(bodyMemory.bytes()).toBe(0)
  const unannounced = startForm({ 'transfer-encoding': 'chunked' })
  await until('it counts as the largest form', () => bodyMemory.bytes() === limits.apiForm)
  expect((await startForm().response).status).toBe(429)
  await unannounced.finish()
  expect((await unannounced.response).status).toBe(200)
  expect(bodyMemory.bytes()).toBe(0)
})

sqliteTest('a message to a known number takes two reads and four writes over a closed connection', async () => {
  const { send, store, whatsapp, whatsappId } = await createApiClient()
  await send(hello)
  whatsapp.openConnections.delete(whatsappId)
  const statements = await recordStatements(store, () => send(hello, { 'idempotency-key': 'a' }))
  expect(statements.filter(({ text }) => text.startsWith('select')).reduce((sum, { count }) => sum + count, 0)).toBe(2)
  expect(statements.reduce((sum, { count }) => sum + count, 0)).toBe(6)
})

/** Closes the connection of the unit that inserts a message: in the middle, or before or after the server has committed. */
function breakConnection(when: 'inserting' | 'before' | 'after') {
  const { run, commit } = Line.prototype
  let inserting: Line | undefined
  const runs = spyOn(Line.prototype, 'run').mockImplementation(async function (this: Line, text, values) {
    if (!inserting && text.startsWith('insert into "messages"')) {
      inserting = this
      if (when === 'inserting') await this.drop()
    }
    return run.call(this, text, values)
  })
  const commits = spyOn(Line.prototype, 'commit').mockImplementation(async function (this: Line) {
    if (this !== inserting) return commit.call(this)
    if (when === 'after') await this.runSimply('commit')
    await this.drop()
    return commit.call(this)
  })
  return () => {
    runs.mockRestore()
    commits.mockRestore()
    return inserting !== undefined
  }
}

describe.skipIf(!usesPostgres)('a connection to the database that breaks', () => {
  const key = { 'idempotency-key': 'order 7' }

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)(
    '%s the commit is answered with 503 and Retry-After, and the repeated request stores one message',
    async (when, stored) => {
      const { send, messages } = await createApiClient()
      const mend = breakConnection(when)
      const first = await send(hello, key)
      expect(mend()).toBe(true)
      expect([first.status, first.body.error, first.headers.get('retry-after')]).toEqual([503, 'ERR_STORAGE', '5'])
      expect(await messages()).toHaveLength(stored)
      const second = await send(hello, key)
      const ids = (await messages()).map(({ id }) => id)
      expect([second.status, ids]).toEqual([200, [second.body.messageId]])
    },
  )

  test('within the transaction is not noticed: the unit runs again on another one', async () => {
    const { send, messages, acme } = await createApiClient()
    const mend = breakConnection('inserting')
    expect((await send(hello, key)).status).toBe(200)
    expect([mend(), (await messages()).length]).toEqual([true, 1])
    expect(await acme.select('contacts').select('id').execute()).toHaveLength(1)
  })
})
