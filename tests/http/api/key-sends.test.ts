import { expect, test } from 'bun:test'
import { createApiKey } from '../../../src/features/accounts/api-keys/service'
import { revealToken } from '../../../src/features/numbers/connections/token'
import type { KeyScope } from '../../../src/shared/key-scopes'
import { createInstallation } from '../../installation'

/** Company with two connections, whose program sends and reads with a key. */
async function createSender(scopes: KeyScope[] = ['send', 'read'], clock?: () => number) {
  const installation = await createInstallation(clock ? { clock } : {})
  const [first, second] = [await installation.insertConnection(), await installation.insertConnection()]
  for (const { id } of [first, second]) installation.whatsapp.openConnections.add(id)
  const { key } = await createApiKey(installation.scopeOf('ana'), { name: 'Loja', scopes })
  async function ask(method: string, path: string, body?: object, token = key) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const response = await installation.app.handle(
      new Request(`http://localhost/api/messages${path}`, { method, headers, body: body && JSON.stringify(body) }),
    )
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const connectionOf = async (messageId: number) =>
    (
      await installation.acme
        .select('messages')
        .select('whatsappId')
        .where('id', '=', messageId)
        .executeTakeFirstOrThrow()
    ).whatsappId
  return { ...installation, first: first.id, second: second.id, ask, connectionOf }
}
const hello = { number: '5511988887777', body: 'Seu pedido saiu' }

test('a key sends through the default connection, or the one that the request names', async () => {
  const { ask, connectionOf, first, second, jobs, whatsapp } = await createSender()
  const usual = await ask('POST', '/send', hello)
  expect(usual).toMatchObject({ status: 200, body: { mensagem: 'Mensagem enviada' } })
  expect(await connectionOf(usual.body.messageId)).toBe(first)
  const named = await ask('POST', '/send', { ...hello, whatsappId: second })
  expect(await connectionOf(named.body.messageId)).toBe(second)
  expect((await ask('POST', '/opt-out', { number: '5511977776666' })).status).toBe(200)
  await jobs.settle()
  expect(whatsapp.sent).toHaveLength(2)
})

test('a key must name one of several connections without a default one, never one that is foreign or closed', async () => {
  const { ask, acme, insertConnection, second } = await createSender()
  const { id: foreign } = await insertConnection('rival')
  const code = async (whatsappId?: number) => (await ask('POST', '/send', { ...hello, whatsappId })).body
  expect(await code(foreign)).toEqual({ error: 'ERR_NO_WAPP_FOUND' })
  expect(await code(9_000_000)).toEqual({ error: 'ERR_NO_WAPP_FOUND' })
  await acme.transaction((tx) => tx.update('connections').set({ isDefault: 0 }).execute())
  expect(await code()).toEqual({ error: 'ERR_VALIDATION', fields: ['whatsappId'] })
  await acme.transaction((tx) => tx.update('connections').set({ status: 'OPENING' }).execute())
  expect(await code(second)).toEqual({ error: 'ERR_WAPP_NOT_INITIALIZED' })
  expect(await acme.select('messages').select('id').execute()).toEqual([])
})

test('headers tell the limit, also when it is reached', async () => {
  const { ask } = await createSender(['send'], () => 0)
  const rate = ({ headers }: { headers: Headers }) =>
    ['limit', 'remaining', 'reset'].map((name) => headers.get(`ratelimit-${name}`))
  expect(rate(await ask('POST', '/send', hello))).toEqual(['20', '19', '3'])
  for (let n = 1; n < 20; n++) await ask('POST', '/send', { number: '1' })
  const refused = await ask('POST', '/send', hello)
  expect([refused.status, refused.headers.get('retry-after'), ...rate(refused)]).toEqual([429, '3', '20', '0', '60'])
})

test('a sent message has a state, from waiting to read', async () => {
  const { ask, acme } = await createSender()
  const { messageId, ticketId } = (await ask('POST', '/send', hello)).body
  const { body } = await ask('GET', `/sent/${messageId}`)
  expect(body).toMatchObject({ id: messageId, ticketId, number: hello.number, body: hello.body, state: 'waiting' })
  const stateAfter = async (change: object) => {
    await acme.transaction((tx) => tx.update('messages').set(change).execute())
    return (await ask('GET', `/sent/${messageId}`)).body.state
  }
  expect(await stateAfter({ ack: 1 })).toBe('sent')
  expect(await stateAfter({ ack: 2 })).toBe('delivered')
  expect(await stateAfter({ ack: 3 })).toBe('read')
  expect(await stateAfter({ ack: 5 })).toBe('played')
  expect(await stateAfter({ ack: -1, error: '463' })).toBe('failed')
  expect(await stateAfter({ ack: 3, isDeleted: 1 })).toBe('deleted')
})

test('the replies of a sent message are what the customer wrote after it, by page', async () => {
  const { ask, acme, insertContact, insertTicket, first } = await createSender()
  const { id: contactId } = await insertContact('acme', { number: hello.number })
  const ticket = await insertTicket({ status: 'open', userId: 3, queueId: 1, contactId, whatsappId: first })
  const answer = (body: string, quotedWaId: string | null = null) =>
    acme.transaction((tx) => {
      const content = { body, mediaType: 'chat', mediaId: null, mediaStatus: null, detail: null } as const
      const chat = { ticketId: ticket.id, contactId, whatsappId: first, waId: crypto.randomUUID(), quotedWaId }
      const state = { fromMe: 0, origin: 'customer', userId: null, ack: 0, error: null, proto: null } as const
      return tx.insert('messages', { ...content, ...chat, ...state }).execute()
    })
  await answer('antes')
  const { messageId } = (await ask('POST', '/send', hello)).body
  const { waId } = await acme.select('messages').select('waId').where('id', '=', messageId).executeTakeFirstOrThrow()
  await answer('Obrigada', waId)
  for (let n = 2; n <= 21; n++) await answer(`resposta ${n}`)
  const page = (await ask('GET', `/sent/${messageId}/replies`)).body
  expect(page.replies).toHaveLength(20)
  expect(page.replies[0]).toMatchObject({ body: 'Obrigada', quotes: true, mediaUrl: null })
  expect(page.replies[1]).toMatchObject({ body: 'resposta 2', quotes: false })
  const rest = (await ask('GET', `/sent/${messageId}/replies?cursor=${page.next}`)).body
  expect(rest).toMatchObject({ replies: [{ body: 'resposta 21' }], hasMore: false, next: null })
})

test('a token reads the messages of its connection only, and a key none of another company', async () => {
  const { ask, scopeOf, first, second } = await createSender()
  const { messageId } = (await ask('POST', '/send', hello)).body
  const { token: own } = await revealToken(scopeOf('ana'), first)
  const { token: other } = await revealToken(scopeOf('ana'), second)
  expect((await ask('GET', `/sent/${messageId}`, undefined, own)).status).toBe(200)
  const withoutScope = { status: 403, body: { error: 'ERR_KEY_SCOPE', scope: 'read' } }
  expect(await ask('GET', `/sent/${messageId}/replies`, undefined, own)).toMatchObject(withoutScope)
  for (const path of [`/sent/${messageId}`, `/sent/${messageId}/replies`]) {
    const missing = { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } }
    if (!path.endsWith('/replies')) expect(await ask('GET', path, undefined, other)).toMatchObject(missing)
    const { key } = await createApiKey(scopeOf('rui'), { name: 'Outra', scopes: ['read'] })
    expect(await ask('GET', path, undefined, key)).toMatchObject(missing)
  }
})

test('a token reads no message that an agent sent, and no text of a deleted one', async () => {
  const { ask, scopeOf, acme, first } = await createSender()
  const { messageId } = (await ask('POST', '/send', hello)).body
  const { token } = await revealToken(scopeOf('ana'), first)
  const after = async (change: object) => {
    await acme.transaction((tx) => tx.update('messages').set(change).execute())
    return ask('GET', `/sent/${messageId}`, undefined, token)
  }
  expect(await after({ isDeleted: 1 })).toMatchObject({ status: 200, body: { state: 'deleted', body: '' } })
  expect((await ask('GET', `/sent/${messageId}`)).body).toMatchObject({ state: 'deleted', body: hello.body })
  const missing = { status: 404, body: { error: 'ERR_NO_MESSAGE_FOUND' } }
  expect(await after({ isDeleted: 0, origin: 'agent' })).toMatchObject(missing)
})

test('a key without the scope neither sends nor reads', async () => {
  const reader = await createSender(['read'])
  expect((await reader.ask('POST', '/send', hello)).body).toEqual({ error: 'ERR_KEY_SCOPE', scope: 'send' })
  const sender = await createSender(['send'])
  const { messageId } = (await sender.ask('POST', '/send', hello)).body
  expect((await sender.ask('GET', `/sent/${messageId}`)).body).toEqual({ error: 'ERR_KEY_SCOPE', scope: 'read' })
})
