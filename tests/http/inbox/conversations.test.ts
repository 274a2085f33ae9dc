import { describe, expect, test } from 'bun:test'
import { receiveBatch } from '../../../src/features/inbox/messages/receive/receive'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation, errorAnswer, type Name } from '../../installation'

/** Installation with Bob's open ticket, which has one customer message, and a pending ticket in his queue. */
async function createTickets() {
  const installation = await createInstallation()
  const { id: whatsappId, companyId } = await installation.insertConnection()
  const { id: contactId, number } = await installation.insertContact('acme', { name: 'Maria' })
  const open = await installation.insertTicket({ status: 'open', userId: 3, queueId: 1, contactId, whatsappId })
  const waiting = await installation.insertTicket({ queueId: 1, whatsappId })
  const receive = async (values = {}) => {
    const message = textMessage({ chat: personIdentity(number), ...values })
    await receiveBatch(installation.systemScope(), { companyId, whatsappId }, [message])
    const query = installation.acme.select('messages').select('id').where('waId', '=', message.waId)
    return (await query.executeTakeFirstOrThrow()).id
  }
  const messageId = await receive({ body: 'Quanto custa?' })
  installation.published.length = 0
  return {
    ...installation,
    open: open.id,
    uuid: open.uuid,
    waiting: waiting.id,
    contactId,
    whatsappId,
    messageId,
    receive,
  }
}
type Tickets = Awaited<ReturnType<typeof createTickets>>

/** Status by person: Caio has no queue, Rui is of another company. */
type Expected = Record<'ana' | 'bob' | 'caio' | 'rui', number>
const calls: [
  string,
  (api: ReturnType<Tickets['clientAs']>, tickets: Tickets) => Promise<{ status: number }>,
  Expected,
][] = [
  ['GET /tickets/:id', (api, { open }) => api.tickets({ id: open }).get(), { ana: 200, bob: 200, caio: 403, rui: 404 }],
  [
    'GET /tickets/u/:uuid',
    (api, { uuid }) => api.tickets.u({ uuid }).get(),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'PUT /tickets/:id accept',
    (api, { waiting }) => api.tickets({ id: waiting }).put({ status: 'open' }),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'PUT /tickets/:id close',
    (api, { open }) => api.tickets({ id: open }).put({ status: 'closed' }),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'PUT /tickets/:id nothing',
    (api, { open }) => api.tickets({ id: open }).put({}),
    { ana: 422, bob: 422, caio: 422, rui: 422 },
  ],
  [
    'DELETE /tickets/:id',
    (api, { open }) => api.tickets({ id: open }).delete(),
    { ana: 200, bob: 403, caio: 403, rui: 404 },
  ],
  [
    'POST /tickets/:id/read',
    (api, { open }) => api.tickets({ id: open }).read.post(),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'POST /tickets/:id/typing',
    (api, { open }) => api.tickets({ id: open }).typing.post({ presence: 'composing' }),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'GET /messages/:id',
    (api, { open }) => api.messages({ id: open }).get({ query: {} }),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'POST /messages/:id',
    (api, { open }) => api.messages({ id: open }).post({ body: 'Oi' }),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'POST /messages/:id pending',
    (api, { waiting }) => api.messages({ id: waiting }).post({ body: 'Oi' }),
    { ana: 409, bob: 409, caio: 403, rui: 404 },
  ],
  [
    'POST /messages/:id/reaction',
    (api, { messageId }) => api.messages({ id: messageId }).reaction.post({ emoji: '👍' }),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'DELETE /messages/:id',
    (api, { messageId }) => api.messages({ id: messageId }).delete(),
    { ana: 400, bob: 400, caio: 403, rui: 404 },
  ],
  [
    'POST /messages/edit/:id',
    (api, { messageId }) => api.messages.edit({ id: messageId }).post({ body: 'x' }),
    { ana: 400, bob: 400, caio: 403, rui: 404 },
  ],
  [
    'GET /messages/edits/:id',
    (api, { messageId }) => api.messages.edits({ id: messageId }).get(),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'POST /messages/:id/retry',
    (api, { messageId }) => api.messages({ id: messageId }).retry.post(),
    { ana: 200, bob: 200, caio: 403, rui: 404 },
  ],
  [
    'GET /contacts/:id',
    (api, { contactId }) => api.contacts({ id: contactId }).get(),
    { ana: 200, bob: 200, caio: 200, rui: 404 },
  ],
  [
    'PUT /contacts/:id',
    (api, { contactId }) => api.contacts({ id: contactId }).put({ name: 'Maria Silva' }),
    { ana: 200, bob: 200, caio: 200, rui: 404 },
  ],
  [
    'DELETE /contacts/:id',
    (api, { contactId }) => api.contacts({ id: contactId }).delete(),
    { ana: 200, bob: 403, caio: 403, rui: 404 },
  ],
  [
    'POST /tickets',
    (api, { contactId }) => api.tickets.post({ contactId, queueId: 1 }),
    { ana: 409, bob: 409, caio: 403, rui: 404 },
  ],
  [
    'GET /whatsapp/:id',
    (api, { whatsappId }) => api.whatsapp({ id: whatsappId }).get(),
    { ana: 200, bob: 200, caio: 200, rui: 404 },
  ],
  [
    'PUT /whatsapp/:id',
    (api, { whatsappId }) => api.whatsapp({ id: whatsappId }).put({ name: 'Loja' }),
    { ana: 200, bob: 403, caio: 403, rui: 404 },
  ],
  [
    'DELETE /whatsapp/:id',
    (api, { whatsappId }) => api.whatsapp({ id: whatsappId }).delete(),
    { ana: 409, bob: 403, caio: 403, rui: 404 },
  ],
  [
    'DELETE /whatsappsession/:id',
    (api, { whatsappId }) => api.whatsappsession({ id: whatsappId }).delete(),
    { ana: 200, bob: 403, caio: 403, rui: 404 },
  ],
  ['GET /queue/:id', (api) => api.queue({ id: 1 }).get(), { ana: 200, bob: 200, caio: 200, rui: 404 }],
  ['PUT /queue/:id', (api) => api.queue({ id: 1 }).put({ name: 'Ajuda' }), { ana: 200, bob: 403, caio: 403, rui: 404 }],
  ['DELETE /queue/:id', (api) => api.queue({ id: 1 }).delete(), { ana: 409, bob: 403, caio: 403, rui: 404 }],
]

describe.each(calls)('%s', (_, call, expected) => {
  test.each(Object.entries(expected) as [Name, number][])('answers %s with %i', async (name, status) => {
    const tickets = await createTickets()
    expect((await call(tickets.clientAs(name), tickets)).status).toBe(status)
    if (status >= 400) expect(tickets.published).toEqual([])
  })
  test('refuses a request without a token', async () => {
    const tickets = await createTickets()
    expect(await call(tickets.clientWithHeaders() as never, tickets)).toMatchObject(
      errorAnswer(403, 'ERR_SESSION_EXPIRED'),
    )
  })
})

describe('GET /messages/:ticketId', () => {
  test('returns pages by cursor or page number, oldest message first within a page', async () => {
    const { clientAs, acme, open, contactId, whatsappId } = await createTickets()
    const row = {
      ticketId: open,
      contactId,
      whatsappId,
      fromMe: 0,
      origin: 'customer',
      mediaType: 'chat',
      ack: 0,
      userId: null,
      mediaId: null,
      mediaStatus: null,
      detail: null,
      error: null,
      quotedWaId: null,
      proto: null,
    } as const
    await acme.transaction(async (tx) => {
      for (let i = 0; i < 45; i++) await tx.insert('messages', { ...row, waId: `W${i}`, body: `${i}` }).execute()
    })
    const api = clientAs('bob').messages({ id: open })
    const first = (await api.get({ query: {} })).data
    expect(first?.messages.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 25)))
    expect(first).toMatchObject({ hasMore: true, ticket: { id: open } })
    const second = (await api.get({ query: { cursor: first?.next as string } })).data
    expect(second?.messages.map(({ body }) => body)).toEqual(Array.from({ length: 20 }, (_, i) => String(i + 5)))
    expect((await api.get({ query: { pageNumber: 2 } })).data?.messages).toEqual(second?.messages as never)
    const third = (await api.get({ query: { cursor: second?.next as string } })).data
    expect(third).toMatchObject({ hasMore: false, next: null })
    expect(third?.messages.map(({ body }) => body)).toEqual(['Quanto custa?', '0', '1', '2', '3', '4'])
    expect(await api.get({ query: { cursor: 'x' } })).toMatchObject({ status: 422 })
  })
})

test('GET /tickets without a status lists visible tickets of every status', async () => {
  const { clientAs, open, waiting } = await createTickets()
  const { data } = await clientAs('bob').tickets.get({ query: {} })
  expect(data?.tickets.map(({ id }) => id).sort()).toEqual([open, waiting])
  expect(
    await clientAs('bob')
      .tickets({ id: open })
      .typing.post({} as never),
  ).toMatchObject({ status: 422 })
})

describe('POST /messages/:id', () => {
  test('returns the stored message and publishes it with the client id', async () => {
    const { clientAs, open, published } = await createTickets()
    const { data } = await clientAs('bob')
      .messages({ id: open })
      .post({ body: 'Dez reais', clientId: 'c1', quotedMsg: null })
    expect(data?.messages).toMatchObject([{ body: 'Dez reais', ack: 0, fromMe: true, userId: 3 }])
    expect(published).toMatchObject([
      { entity: 'appMessage', payload: { action: 'create', clientId: 'c1', ticket: { unreadMessages: 0 } } },
      { entity: 'ticket', payload: { action: 'update', ticket: { lastMessage: 'Dez reais' } } },
    ])
  })

  test.each([
    [{ body: '   ' }, 400, 'ERR_EMPTY_MESSAGE'],
    [{}, 400, 'ERR_EMPTY_MESSAGE'],
    [{ body: 'x'.repeat(65_537) }, 422, 'ERR_VALIDATION'],
    [{ body: 'x', quotedMsg: { id: 999 } }, 404, 'ERR_NO_MESSAGE_FOUND'],
    [{ body: 'x', mediaIds: ['nope'] }, 404, 'ERR_NO_MEDIA_FOUND'],
    [{ body: [7] }, 422, 'ERR_VALIDATION'],
  ])('refuses %j with %i %s', async (body, status, error) => {
    const { clientAs, open, published } = await createTickets()
    const response = await clientAs('bob')
      .messages({ id: open })
      .post(body as never)
    expect(response).toMatchObject({ status, error: { value: { error } } })
    expect(published).toEqual([])
  })

  test('ignores fields that a client may not set', async () => {
    const { clientAs, open, acme } = await createTickets()
    const extra = { body: 'x', ack: 3, fromMe: false, companyId: 2, userId: 1, origin: 'campaign' }
    await clientAs('bob').messages({ id: open }).post(extra)
    const row = acme.select('messages').select(['ack', 'fromMe', 'userId', 'origin']).where('body', '=', 'x')
    expect(await row.executeTakeFirst()).toEqual({ ack: 0, fromMe: 1, userId: 3, origin: 'agent' })
  })

  test('refuses a form whose announced length is beyond the limit', async () => {
    const { app, tokenOf, open } = await createTickets()
    const headers = {
      authorization: `Bearer ${await tokenOf('bob')}`,
      'content-type': 'multipart/form-data; boundary=x',
    }
    const request = new Request(`http://localhost:3000/api/messages/${open}`, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(26 << 20) },
      body: '--x--',
    })
    expect((await app.handle(request)).status).toBe(413)
  })
})

test('NUL and unpaired surrogates in a message are removed or replaced before it is stored and sent', async () => {
  const { clientAs, open, acme, jobs, whatsapp, whatsappId, published } = await createTickets()
  const api = clientAs('bob').messages({ id: open })
  for (const empty of ['\0', ' \0\0 ']) {
    expect(await api.post({ body: empty })).toMatchObject(errorAnswer(400, 'ERR_EMPTY_MESSAGE'))
    expect(published).toEqual([])
  }
  whatsapp.openConnections.add(whatsappId)
  const { data } = await api.post({ body: 'a\0b \ud83d c 👍' })
  const body = 'ab \ufffd c 👍'
  expect(data?.messages).toMatchObject([{ body }])
  const stored = acme.select('messages').select('body').where('fromMe', '=', 1)
  expect(await stored.execute()).toEqual([{ body }])
  await jobs.settle()
  expect(whatsapp.sent).toMatchObject([{ content: { type: 'text', body } }])
})

describe('POST /messages/:id/reaction', () => {
  test.each(['👍', '❤️', '❤', '✌🏽', '🇧🇷', '1️⃣', '👨‍👩‍👧‍👦', '🧑🏿‍❤️‍💋‍🧑🏽', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', ''])(
    'stores one emoji, or removes it for an empty text: %s',
    async (emoji) => {
      const { clientAs, messageId } = await createTickets()
      const { data } = await clientAs('bob').messages({ id: messageId }).reaction.post({ emoji })
      expect(data?.reactions).toEqual(emoji ? [{ sender: 'me', emoji }] : [])
    },
  )

  test.each(['isto e um texto', '<script>', '👍👍', '👍 ', '👍\u0301', '5', '🇧', '\u200d', '👩‍', ' '])(
    'refuses a text that is not one emoji: %j',
    async (emoji) => {
      const { clientAs, messageId, published, jobs, whatsapp, whatsappId } = await createTickets()
      whatsapp.openConnections.add(whatsappId)
      const response = await clientAs('bob').messages({ id: messageId }).reaction.post({ emoji })
      expect(response).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields: ['emoji'] }))
      await jobs.settle()
      expect([published, whatsapp.sent]).toEqual([[], []])
    },
  )
})

describe('contacts', () => {
  test('with a mobile number are checked with and without the ninth digit and stored with it; a duplicate is refused', async () => {
    const { clientAs, whatsapp, whatsappId, acme } = await createTickets()
    whatsapp.openConnections.add(whatsappId)
    whatsapp.otherDigits.set('5531988887777', '553188887777')
    const { data } = await clientAs('bob').contacts.post({ name: 'Zé', number: '(31) 8888-7777' })
    expect(data).toMatchObject({ name: 'Zé', number: '5531988887777' })
    const row = await acme
      .select('contacts')
      .select('waJid')
      .where('id', '=', data?.id as number)
      .executeTakeFirst()
    expect(row).toEqual({ waJid: '553188887777@s.whatsapp.net' })
    const duplicate = await clientAs('ana').contacts.post({ name: 'José', number: '+55 31 98888-7777' })
    expect(duplicate).toMatchObject({ status: 409, error: { value: { error: 'ERR_DUPLICATED_CONTACT' } } })
    expect(duplicate.error?.value).toMatchObject({ contact: { id: data?.id, name: 'Zé' } })
  })

  test.each([
    [{ name: 'Zé', number: '1234567890123456' }, 400],
    [{ name: 'Z', number: '5511988887777' }, 422],
    [{ name: 'Zé', number: '5511988887777', email: 'não' }, 422],
  ])('with the values %j are refused with %i', async (values, status) => {
    const { clientAs } = await createTickets()
    expect(await clientAs('bob').contacts.post(values)).toMatchObject({ status })
  })

  test('are found by a part of their name, ordered by name, and counted', async () => {
    const { clientAs, insertContact } = await createTickets()
    for (let i = 0; i < 40; i++) await insertContact('acme', { name: `pessoa ${String(i).padStart(2, '0')}` })
    await insertContact('rival', { name: 'pessoa alheia' })
    const first = (await clientAs('bob').contacts.get({ query: { searchParam: 'PESSOA' } })).data
    expect(first).toMatchObject({ hasMore: true, count: 40 })
    const second = (
      await clientAs('bob').contacts.get({ query: { searchParam: 'PESSOA', cursor: first?.next as string } })
    ).data
    expect([...(first?.contacts ?? []), ...(second?.contacts ?? [])].map(({ name }) => name)).toEqual(
      Array.from({ length: 40 }, (_, i) => `pessoa ${String(i).padStart(2, '0')}`),
    )
    expect(
      (await clientAs('bob').contacts.get({ query: { pageNumber: 2, searchParam: 'pessoa' } })).data?.contacts,
    ).toEqual(second?.contacts as never)
  })
})

test('GET /messages/edits/:id of a message edited thirty times returns the newest twenty texts, oldest first', async () => {
  const { clientAs, acme, messageId } = await createTickets()
  const rows = Array.from({ length: 30 }, (_, n) => ({ messageId, body: `texto ${n}` }))
  await acme.transaction((tx) => tx.insert('message_edits', rows).execute())
  const { data } = await clientAs('bob').messages.edits({ id: messageId }).get()
  expect(data?.edits.map(({ body }) => body)).toEqual(rows.slice(10).map(({ body }) => body))
})
