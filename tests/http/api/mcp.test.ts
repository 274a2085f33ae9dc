import { expect, test } from 'bun:test'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { createApiKey } from '../../../src/features/accounts/api-keys/service'
import { parseJson } from '../../../src/shared/json'
import type { KeyScope } from '../../../src/shared/key-scopes'
import { createInstallation, people } from '../../installation'

/** The MCP server, asked by the official client and by hand. */

interface Program {
  scopes?: KeyScope[]
  confirms?: boolean
  clock?: () => number
}

/** Result of any tool; each test reads the fields of its own. */
interface Value {
  error?: string
  proposal: { id: number; state: string; messageId: number | null }
  conversation: { tags: object[] }
  conversations: { id: number }[]
  messages: object[]
  tags: object[]
  messageId: number
}

/** Company of Ana with an open conversation of Bob, and a program with a key of Ana. */
async function createProgram({ scopes = ['read', 'send'], confirms = true, clock }: Program = {}) {
  const installation = await createInstallation(clock ? { clock } : {})
  const { app, scopeOf, insertTicket } = installation
  const ticket = await insertTicket({ status: 'open', userId: people.bob.id, queueId: 1 })
  const { key, id: keyId } = await createApiKey(scopeOf('ana'), { name: 'Assistente', scopes, confirms })
  const address = 'http://localhost/api/mcp'
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    app.handle(
      new Request(address, {
        method: 'POST',
        headers: { ...protocolHeaders, authorization: `Bearer ${key}`, ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  const client = new Client({ name: 'tests', version: '1.0.0' })
  const transport = new StreamableHTTPClientTransport(new URL(address), {
    requestInit: { headers: { authorization: `Bearer ${key}` } },
    fetch: (url, init) => Promise.resolve(app.handle(new Request(url, init))),
  })
  const connect = () => client.connect(transport)
  async function call(name: string, input: Record<string, unknown> = {}) {
    const { content, isError } = (await client.callTool({ name, arguments: input })) as {
      content: { text: string }[]
      isError?: boolean
    }
    return { isError: isError === true, value: parseJson<Value & object>(content[0]?.text ?? '') }
  }
  const auditLines = () =>
    installation.acme
      .select('audit_log')
      .select(['actorName', 'entityId', 'name', 'after'])
      .where('action', '=', 'call')
      .orderBy('id')
      .execute()
  return { ...installation, ticket, key, keyId, post, client, connect, call, auditLines }
}
const protocolHeaders = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const listTools = { jsonrpc: '2.0', id: 1, method: 'tools/list' }

test('the official client connects, lists the tools of the key and calls one', async () => {
  const { connect, client, call, ticket } = await createProgram()
  await connect()
  expect(client.getServerVersion()).toMatchObject({ name: 'balcao' })
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name).sort()).toEqual([
    'answer_conversation',
    'find_conversations',
    'list_names',
    'read_conversation',
    'read_proposal',
    'tag_conversation',
    'transfer_conversation',
  ])
  const { value } = await call('find_conversations', { status: 'open', userId: people.bob.id })
  expect(value.conversations).toMatchObject([{ id: ticket.id, status: 'open', person: { id: people.bob.id } }])
})

test.each<[KeyScope[], string[]]>([
  [['read'], ['find_conversations', 'read_conversation', 'list_names']],
  [['send'], ['answer_conversation', 'read_proposal', 'tag_conversation', 'transfer_conversation']],
  [['manage'], []],
])('a key with %p lists the tools of its scopes and calls no other', async (scopes, names) => {
  const { connect, client, call, ticket, acme } = await createProgram({ scopes })
  await connect()
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(names)
  if (!scopes.includes('read')) await expect(call('find_conversations')).rejects.toThrow('Unknown tool')
  if (scopes.includes('send')) return
  await expect(call('answer_conversation', { conversationId: ticket.id, text: 'Oi' })).rejects.toThrow('Unknown tool')
  expect(await acme.select('messages').select('id').execute()).toEqual([])
})

test('a conversation is read by page, tagged and transferred', async () => {
  const { connect, call, ticket, acme, clientAs } = await createProgram()
  await connect()
  await clientAs('bob').messages({ id: ticket.id }).post({ body: 'Bom dia!' })
  const { value: page } = await call('read_conversation', { conversationId: ticket.id })
  expect(page.messages).toMatchObject([{ from: 'company', sender: 'Bob', text: 'Bom dia!' }])
  const tag = await acme.transaction((tx) =>
    tx.insert('tags', { name: 'VIP', color: '#0a7f51', searchText: 'vip' }).returning('id').executeTakeFirstOrThrow(),
  )
  const { value: names } = await call('list_names')
  expect(names.tags).toEqual([{ id: tag.id, name: 'VIP' }])
  const tagged = await call('tag_conversation', { conversationId: ticket.id, add: [tag.id] })
  expect(tagged.value.conversation.tags).toEqual([{ id: tag.id, name: 'VIP' }])
  const untagged = await call('tag_conversation', { conversationId: ticket.id, remove: [tag.id] })
  expect(untagged.value.conversation.tags).toEqual([])
  const moved = await call('transfer_conversation', { conversationId: ticket.id, queueId: 2, note: 'Quer comprar' })
  expect(moved.value.conversation).toMatchObject({ status: 'pending', queue: { id: 2 }, person: null })
})

test('an answer waits for a person, who sends it once', async () => {
  const { connect, call, ticket, acme, clientAs, whatsapp, jobs } = await createProgram()
  await connect()
  whatsapp.openConnections.add(ticket.whatsappId as number)
  const { value } = await call('answer_conversation', { conversationId: ticket.id, text: 'Sai às 17h.' })
  expect(value.proposal).toMatchObject({ conversationId: ticket.id, state: 'open', messageId: null })
  const again = await call('answer_conversation', { conversationId: ticket.id, text: 'Sai às 17h.' })
  expect(again.value.proposal.id).toBe(value.proposal.id)
  await jobs.settle()
  expect(whatsapp.sent).toEqual([])
  const proposals = clientAs('bob')['message-proposals']
  const listed = await clientAs('bob').tickets({ id: ticket.id }).proposals.get()
  expect(listed.data?.proposals).toMatchObject([{ key: 'Assistente', body: 'Sai às 17h.' }])
  const { id } = value.proposal
  const both = await Promise.all([1, 2].map(() => proposals({ id }).send.post({ body: 'Sai às 18h.' })))
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await jobs.settle()
  expect(whatsapp.sent).toHaveLength(1)
  const messages = await acme.select('messages').select(['id', 'body', 'userId']).execute()
  expect(messages).toEqual([{ id: expect.any(Number), body: 'Sai às 18h.', userId: people.bob.id }])
  const read = await call('read_proposal', { proposalId: id })
  expect(read.value.proposal).toMatchObject({ state: 'sent', messageId: messages[0]?.id })
})

test('a discarded proposal sends nothing, and one ends with its conversation', async () => {
  const { connect, call, ticket, acme, clientAs } = await createProgram()
  await connect()
  const propose = async (text: string) =>
    (await call('answer_conversation', { conversationId: ticket.id, text })).value.proposal.id as number
  const [first, second] = [await propose('Um'), await propose('Dois')]
  const proposals = clientAs('bob')['message-proposals']
  expect((await proposals({ id: first }).discard.post()).data).toMatchObject({ state: 'discarded' })
  await clientAs('bob').tickets({ id: ticket.id }).put({ status: 'closed' })
  expect((await call('read_proposal', { proposalId: first })).value.proposal.state).toBe('discarded')
  expect((await call('read_proposal', { proposalId: second })).value.proposal.state).toBe('ended')
  expect((await proposals({ id: second }).send.post({ body: 'Oi' })).status).toBe(409)
  const late = await call('answer_conversation', { conversationId: ticket.id, text: 'Três' })
  expect(late).toMatchObject({ isError: true, value: { error: 'ERR_TICKET_NOT_OPEN' } })
  expect(await acme.select('messages').select('id').execute()).toEqual([])
})

test('a conversation has at most five open proposals', async () => {
  const { connect, call, ticket } = await createProgram()
  await connect()
  const propose = (n: number) => call('answer_conversation', { conversationId: ticket.id, text: `Oi ${n}` })
  for (let n = 1; n <= 5; n++) expect((await propose(n)).isError).toBe(false)
  expect((await propose(6)).value as object).toEqual({ error: 'ERR_TOO_MANY_PROPOSALS' })
})

test('a key without confirmation sends, once for one requestId', async () => {
  const { connect, call, ticket, acme } = await createProgram({ confirms: false })
  await connect()
  const answer = { conversationId: ticket.id, text: 'Olá', requestId: 'a1' }
  const { value } = await call('answer_conversation', answer)
  expect(value as object).toEqual({ sent: true, messageId: expect.any(Number) })
  expect((await call('answer_conversation', answer)).value.messageId).toBe(value.messageId)
  expect(await acme.select('messages').select(['body', 'userId']).execute()).toEqual([
    { body: 'Olá', userId: people.ana.id },
  ])
  expect(await acme.select('message_proposals').select('id').execute()).toEqual([])
})

test('a conversation, proposal or tag of another company is not found', async () => {
  const { connect, call, insertTicket, ticket, scopeOf, acme } = await createProgram({ confirms: false })
  await connect()
  const foreign = await insertTicket({ status: 'open', userId: people.rui.id, queueId: 3 }, 'rival')
  const conversationId = foreign.id
  for (const [name, input] of Object.entries({
    read_conversation: {},
    answer_conversation: { text: 'Oi' },
    tag_conversation: { add: [1] },
    transfer_conversation: { queueId: 1 },
  }))
    expect((await call(name, { conversationId, ...input })) as object).toEqual({
      isError: true,
      value: { error: 'ERR_NO_TICKET_FOUND' },
    })
  expect((await call('find_conversations')).value.conversations.map(({ id }: { id: number }) => id)).toEqual([
    ticket.id,
  ])
  const other = await createApiKey(scopeOf('ana'), { name: 'Outra', scopes: ['send'] })
  const row = {
    ticketId: ticket.id,
    apiKeyId: other.id,
    body: 'Oi',
    ...undecided,
    createdAt: '2026-01-01T00:00:00.000Z',
  }
  const proposal = await acme.transaction((tx) =>
    tx.insert('message_proposals', row).returning('id').executeTakeFirstOrThrow(),
  )
  expect((await call('read_proposal', { proposalId: proposal.id })).value as object).toEqual({
    error: 'ERR_NO_PROPOSAL_FOUND',
  })
})
const undecided = { messageId: null, decidedBy: null, decidedAt: null }

test('the audit log has each changing call with its conversation, and reading ones by tool and number, without texts', async () => {
  const { connect, call, ticket, keyId, auditLines, auth } = await createProgram()
  await connect()
  await call('answer_conversation', { conversationId: ticket.id, text: 'segredo' })
  await call('answer_conversation', { conversationId: ticket.id, text: 'segredo' })
  for (let n = 0; n < 3; n++) await call('read_conversation', { conversationId: 9_000_000 })
  await call('list_names')
  await auth.refusals.sweep(true)
  const lines = await auditLines()
  const read = { actorName: 'Ana (API: Assistente)', entityId: keyId }
  expect(lines).toEqual([
    ...[1, 2].map(() => ({
      ...{ actorName: 'Ana (API: Assistente)', entityId: keyId, name: 'Assistente: answer_conversation' },
      after: `{"ticketId":${ticket.id}}`,
    })),
    { ...read, name: 'Assistente: read_conversation', after: '{}' },
    { ...read, name: 'Assistente: list_names', after: '{}' },
    { ...read, name: 'Assistente: read_conversation', after: '{"repeated":2}' },
  ])
  expect(JSON.stringify(lines)).not.toContain('segredo')
})

test.each([
  ['find_conversations', { text: 7 }, ['text']],
  ['find_conversations', { queue: 1 }, ['queue']],
  ['read_conversation', {}, ['conversationId']],
  ['read_conversation', { conversationId: 1, cursor: "1' or 1=1" }, ['cursor']],
  ['answer_conversation', { conversationId: 1, text: 'x'.repeat(4097) }, ['text']],
  ['transfer_conversation', { conversationId: 1 }, ['queueId', 'userId']],
  ['tag_conversation', { conversationId: 1, add: ['x'] }, ['add.0']],
])('%s with wrong arguments %p names the fields', async (name, input, fields) => {
  const { connect, call } = await createProgram()
  await connect()
  expect((await call(name, input)) as object).toEqual({ isError: true, value: { error: 'ERR_VALIDATION', fields } })
})

test('only an API key of the company is accepted, and not after its end', async () => {
  const { post, clientAs, keyId, tokenOf } = await createProgram()
  const refused = async (authorization: string) => {
    const response = await post(listTools, { authorization })
    return [response.status, (await response.json()).error]
  }
  expect(await refused('')).toEqual([401, 'ERR_API_TOKEN'])
  expect(await refused(`Bearer blc_${'x'.repeat(43)}`)).toEqual([401, 'ERR_API_TOKEN'])
  expect(await refused(`Bearer ${await tokenOf('ana')}`)).toEqual([401, 'ERR_API_TOKEN'])
  expect((await post(listTools)).status).toBe(200)
  await clientAs('ana')['api-keys']({ id: keyId }).delete()
  expect((await post(listTools)).status).toBe(401)
})

test('a page of another address is refused, and one without an origin is not', async () => {
  const { post } = await createProgram()
  const statusFrom = async (headers: Record<string, string>) => (await post(listTools, headers)).status
  expect(await statusFrom({ origin: 'https://evil.example' })).toBe(403)
  expect(await statusFrom({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await statusFrom({})).toBe(200)
})

test('GET and DELETE answer 405, because the server has no streams and no sessions', async () => {
  const { app, key } = await createProgram()
  for (const method of ['GET', 'DELETE']) {
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' }
    const response = await app.handle(new Request('http://localhost/api/mcp', { method, headers }))
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
  }
})

test('malformed messages get one clear error', async () => {
  const { post, auditLines } = await createProgram()
  const answer = async (body: unknown, headers?: Record<string, string>) => {
    const response = await post(body, headers)
    return [response.status, await response.json()] as const
  }
  expect(await answer('{')).toEqual([400, { error: 'ERR_BODY' }])
  expect(await answer(`${'['.repeat(100)}${']'.repeat(100)}`)).toEqual([400, { error: 'ERR_BODY' }])
  expect((await answer([listTools, listTools]))[0]).toBe(422)
  expect((await answer({ ...listTools, jsonrpc: '1.0' }))[0]).toBe(422)
  expect((await answer(listTools, { accept: '*/*' }))[0]).toBe(200)
  expect(await answer(listTools, { 'mcp-protocol-version': '1999-01-01' })).toEqual([400, { error: 'ERR_BODY' }])
  expect(await answer({ jsonrpc: '2.0' })).toEqual([400, { error: 'ERR_BODY' }])
  expect((await answer({ ...listTools, method: 'tools/none' }))[1]).toMatchObject({ error: { code: -32601 } })
  const unknown = { ...listTools, method: 'tools/call', params: { name: 'drop_table', arguments: {} } }
  expect((await answer(unknown))[1]).toMatchObject({ error: { code: -32602 } })
  expect(await auditLines()).toEqual([])
})

test('a program in a loop is stopped after 120 calls, which are two lines of the audit log', async () => {
  const { connect, call, auditLines, auth } = await createProgram({ clock: () => 0 })
  await connect()
  for (let n = 0; n < 120; n++) expect((await call('list_names')).isError).toBe(false)
  expect(await call('list_names')).toMatchObject({ isError: true, value: { error: 'ERR_RATE_LIMIT' } })
  await auth.refusals.sweep(true)
  expect((await auditLines()).map(({ after }) => after)).toEqual(['{}', '{"repeated":119}'])
})

test('a key changes at most 5,000 things at once, each with a line in the audit log', async () => {
  const { connect, call, ticket, keyId, auditLines, auth } = await createProgram({ clock: () => 0 })
  await connect()
  for (let n = 0; n < 4999; n++) auth.limits.mcpChanges.take(`${keyId}`)
  const change = { conversationId: ticket.id, remove: [1] }
  expect((await call('tag_conversation', change)).value.error).not.toBe('ERR_RATE_LIMIT')
  expect((await call('tag_conversation', change)).value).toMatchObject({ error: 'ERR_RATE_LIMIT' })
  expect((await call('list_names')).isError).toBe(false)
  expect((await auditLines()).map(({ name }) => name)).toEqual([
    'Assistente: tag_conversation',
    'Assistente: list_names',
  ])
})

test('a request repeated after a person decided returns its proposal, and one with other words is refused', async () => {
  const { connect, call, ticket, acme, clientAs } = await createProgram()
  await connect()
  const answer = { conversationId: ticket.id, text: 'Olá', requestId: 'a1' }
  const { id } = (await call('answer_conversation', answer)).value.proposal
  await clientAs('bob')['message-proposals']({ id }).discard.post()
  expect((await call('answer_conversation', answer)).value.proposal).toMatchObject({ id, state: 'discarded' })
  expect((await call('answer_conversation', { ...answer, text: 'Oi' })).value.error).toBe('ERR_IDEMPOTENCY_REUSED')
  const next = (await call('answer_conversation', { ...answer, requestId: 'a2' })).value.proposal
  expect(next).toMatchObject({ state: 'open' })
  expect(await acme.select('message_proposals').select('id').execute()).toHaveLength(2)
})

test('the people of a conversation learn that a proposal ends with its revoked key', async () => {
  const { connect, call, ticket, clientAs, keyId, published, acme } = await createProgram()
  await connect()
  const { id } = (await call('answer_conversation', { conversationId: ticket.id, text: 'Olá' })).value.proposal
  await clientAs('ana')['api-keys']({ id: keyId }).delete()
  const ends = published.filter(({ entity }) => entity === 'proposal').slice(1)
  expect(ends).toMatchObject([{ payload: { proposal: { id, state: 'ended' } } }])
  expect(await acme.select('message_proposals').select('id').execute()).toEqual([])
})

test('answers count against the messages a minute of the key', async () => {
  const { connect, call, ticket } = await createProgram({ confirms: false, clock: () => 0 })
  await connect()
  const send = () => call('answer_conversation', { conversationId: ticket.id, text: 'Oi' })
  for (let n = 0; n < 20; n++) expect((await send()).isError).toBe(false)
  expect((await send()).value).toMatchObject({ error: 'ERR_RATE_LIMIT' })
})

test('a person of another queue neither sees nor decides a proposal', async () => {
  const { connect, call, ticket, clientAs, published } = await createProgram()
  await connect()
  const { value } = await call('answer_conversation', { conversationId: ticket.id, text: 'Oi' })
  const caio = clientAs('caio')['message-proposals']
  expect((await clientAs('caio').tickets({ id: ticket.id }).proposals.get()).status).toBe(403)
  expect((await caio({ id: value.proposal.id }).send.post({ body: 'Oi' })).status).toBe(403)
  expect((await caio({ id: value.proposal.id }).discard.post()).status).toBe(403)
  expect((await clientAs('rui')['message-proposals']({ id: value.proposal.id }).discard.post()).status).toBe(404)
  expect(published.filter(({ entity }) => entity === 'proposal')).toHaveLength(1)
})
