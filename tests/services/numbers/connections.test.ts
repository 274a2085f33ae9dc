import { describe, expect, test } from 'bun:test'
import { Scope } from '../../../src/core/scope'
import { createQueue, deleteQueue } from '../../../src/features/automation/queues/service'
import { deleteConnection } from '../../../src/features/numbers/connections/delete'
import {
  createConnection,
  getConnection,
  listConnections,
  updateConnection,
} from '../../../src/features/numbers/connections/service'
import {
  endSession,
  listConnectionsToStart,
  pairSession,
  renewSession,
  startSession,
} from '../../../src/features/numbers/connections/sessions'
import { changeLane, getLane } from '../../../src/features/numbers/pace/service'
import { type ConnectionStatus, connectionStatuses, sessionActions } from '../../../src/shared/enums'
import { menuGreeting } from '../../../src/shared/menu-greeting'
import type { InboundCall, SessionState } from '../../../src/whatsapp/contract'
import { createHost } from '../../../src/whatsapp-host'
import { personIdentity, textMessage } from '../../inbound-events'
import { createInstallation } from '../../installation'

const state = (values: Partial<SessionState> = {}): SessionState => ({
  status: 'CONNECTED',
  reason: null,
  qrcode: '',
  pairingCode: '',
  retries: 0,
  number: '5511900000000',
  lid: null,
  ...values,
})

/** Installation with a connection, and the host that `whatsapp/` calls. */
async function createLinkedConnection() {
  const installation = await createInstallation()
  const connection = await installation.insertConnection()
  const ref = { companyId: connection.companyId, whatsappId: connection.id }
  const host = createHost((companyId) => Scope.for(installation.ports, companyId, { system: 'whatsapp' }))
  return { ...installation, ref, id: connection.id, host }
}

describe('connections of a company', () => {
  test('the first connection is the default and starts at once; the default moves to another but never to none', async () => {
    const { scopeOf, whatsapp } = await createInstallation()
    const ana = scopeOf('ana')
    const one = await createConnection(ana, { name: 'Loja' })
    const two = await createConnection(ana, { name: 'Oficina' })
    expect([one.isDefault, two.isDefault]).toEqual([true, false])
    expect(whatsapp.calls).toMatchObject([
      { method: 'start', whatsappId: one.id },
      { method: 'start', whatsappId: two.id },
    ])
    await expect(updateConnection(ana, one.id, { isDefault: false })).rejects.toMatchObject({
      code: 'ERR_NO_OTHER_WHATSAPP',
    })
    await updateConnection(ana, two.id, { isDefault: true })
    expect((await listConnections(ana)).map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Oficina', true],
      ['Loja', false],
    ])
    await deleteConnection(ana, two.id)
    expect(await listConnections(ana)).toMatchObject([{ name: 'Loja', isDefault: true }])
  })

  test('a repeated name, several queues without a greeting and a foreign queue are refused', async () => {
    const { scopeOf } = await createInstallation()
    await createConnection(scopeOf('ana'), { name: 'Loja' })
    const refusal = (values: { name: string; queueIds?: number[] }) =>
      expect(createConnection(scopeOf('ana'), values)).rejects
    await refusal({ name: 'Loja' }).toMatchObject({ code: 'ERR_WAPP_NAME_ALREADY_EXISTS' })
    await refusal({ name: 'Duas', queueIds: [1, 2] }).toMatchObject({ code: 'ERR_WAPP_GREETING_REQUIRED' })
    await refusal({ name: 'Alheia', queueIds: [3] }).toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
    expect(await createConnection(scopeOf('rui'), { name: 'Loja' })).toMatchObject({ isDefault: true })
  })

  test.each([
    ['without queues named takes all, with a greeting for the menu', {}, [1, 2], menuGreeting.pt],
    ['with a greeting of its own keeps it', { greetingMessage: 'Oi' }, [1, 2], 'Oi'],
    ['with an empty list of queues takes none', { queueIds: [] }, [], ''],
    ['with queues named takes these', { queueIds: [2] }, [2], ''],
  ])('the first connection %s', async (_, given, queueIds, greetingMessage) => {
    const { scopeOf } = await createInstallation()
    const first = await createConnection(scopeOf('ana'), { name: 'Loja', ...given })
    expect([first.queueIds.toSorted(), first.greetingMessage]).toEqual([queueIds, greetingMessage])
    expect((await createConnection(scopeOf('ana'), { name: 'Oficina' })).queueIds).toEqual([])
  })

  test('the queues of a connection are listed with name and colour, in the order of the menu', async () => {
    const { scopeOf } = await createInstallation()
    const given = { name: 'Loja', queueIds: [2, 1], greetingMessage: 'Oi' }
    const { queues, queueIds } = await createConnection(scopeOf('ana'), given)
    expect(queueIds).toEqual(queues.map(({ id }) => id))
    expect(queues.toSorted((a, b) => a.id - b.id)).toMatchObject([
      { id: 1, name: 'Suporte' },
      { id: 2, color: expect.stringMatching(/^#/) },
    ])
  })

  test('concurrent creations stop at the limit of the plan', async () => {
    const { scopeOf, platform } = await createInstallation()
    await platform.transaction(({ db }) => db.updateTable('plans').set({ connections: 2 }).execute())
    const made = await Promise.allSettled(
      [1, 2, 3, 4].map((i) => createConnection(scopeOf('ana'), { name: `Conexão ${i}` })),
    )
    expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    expect(made[3]).toMatchObject({ reason: { code: 'ERR_PLAN_LIMIT', detail: { limit: 2, what: 'connections' } } })
  })

  test('a connection with live tickets cannot be deleted; closed tickets stay without a connection', async () => {
    const { scopeOf, host, ref, acme, id, whatsapp } = await createLinkedConnection()
    await host.onInbound(ref, [textMessage()])
    await expect(deleteConnection(scopeOf('ana'), id)).rejects.toMatchObject({
      code: 'ERR_WAPP_IN_USE',
      detail: { tickets: 1, contacts: [expect.any(String)] },
    })
    expect(whatsapp.calls).toEqual([])
    await acme.transaction((tx) => tx.update('tickets').set({ status: 'closed' }).execute())
    await deleteConnection(scopeOf('ana'), id)
    expect(whatsapp.calls).toMatchObject([{ method: 'logout' }])
    expect(await acme.select('tickets').select(['status', 'whatsappId']).execute()).toEqual([
      { status: 'closed', whatsappId: null },
    ])
    expect(await acme.select('messages').select('whatsappId').execute()).toEqual([{ whatsappId: null }])
  })

  test('unsent messages of a deleted connection fail and their jobs are removed', async () => {
    const { scopeOf, clientAs, id, acme, insertTicket, jobs, published } = await createLinkedConnection()
    const { id: ticketId } = await insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId: id })
    await clientAs('bob').messages({ id: ticketId }).post({ body: 'Já vai' })
    await acme.transaction((tx) => tx.update('tickets').set({ status: 'closed' }).execute())
    published.length = 0
    await deleteConnection(scopeOf('ana'), id)
    await jobs.settle()
    const [message] = await acme.select('messages').select(['whatsappId', 'ack', 'error']).execute()
    expect(message).toEqual({ whatsappId: null, ack: -1, error: 'ERR_NO_WAPP_FOUND' })
    expect(published.map(({ entity }) => entity)).toContain('appMessage')
    expect(await acme.select('jobs').select('name').execute()).toEqual([])
  })

  test('QR and pairing codes are returned only to users who may link a phone', async () => {
    const { scopeOf, host, ref, id, published } = await createLinkedConnection()
    await host.onState(ref, state({ status: 'qrcode', reason: 'scanQr', qrcode: '2@abc', pairingCode: 'ABCD' }))
    expect(await getConnection(scopeOf('ana'), id)).toMatchObject({ qrcode: '2@abc', pairingCode: 'ABCD' })
    expect(await getConnection(scopeOf('bob'), id)).toMatchObject({ qrcode: '', pairingCode: '' })
    const { ports, companyId, viewer } = scopeOf('ana')
    const byKey = Scope.for(ports, companyId, { ...viewer, key: 'Loja' })
    expect(await getConnection(byKey, id)).toMatchObject({ qrcode: '', pairingCode: '' })
    expect(await updateConnection(byKey, id, { name: 'Matriz' })).toMatchObject({ qrcode: '', pairingCode: '' })
    expect(published.at(-1)).toMatchObject({ payload: { whatsapp: { qrcode: '2@abc', pairingCode: 'ABCD' } } })
  })

  test('codes are encrypted in the database; one in clear text of an older version is empty', async () => {
    const { scopeOf, host, ref, id, acme } = await createLinkedConnection()
    await host.onState(ref, state({ status: 'qrcode', reason: 'scanQr', qrcode: '2@abc', pairingCode: 'ABCD' }))
    const [row] = await acme.select('connections').select(['qrcode', 'pairingCode']).where('id', '=', id).execute()
    expect(JSON.stringify(row)).not.toMatch(/2@abc|ABCD/)
    await acme.transaction((tx) => tx.update('connections').set({ qrcode: '2@old' }).where('id', '=', id).execute())
    expect(await getConnection(scopeOf('ana'), id)).toMatchObject({ qrcode: '', pairingCode: 'ABCD' })
  })
})

describe('sessions', () => {
  const acts = { start: startSession, fresh: renewSession, disconnect: endSession, pair: null } as const

  test.each(
    connectionStatuses.flatMap((status) =>
      (['start', 'fresh', 'disconnect'] as const).map((action) => [action, status] as const),
    ),
  )('%s while %s follows the table', async (action, status) => {
    const { scopeOf, acme, id, whatsapp } = await createLinkedConnection()
    await acme.transaction((tx) =>
      tx
        .update('connections')
        .set({ status: status as ConnectionStatus })
        .execute(),
    )
    const done = acts[action](scopeOf('ana'), id)
    if (!sessionActions[status].includes(action)) {
      await expect(done).rejects.toMatchObject({ code: 'ERR_WAPP_STATE', detail: { status } })
      return expect(whatsapp.calls).toEqual([])
    }
    await done
    const asked = { start: 'start', fresh: 'startFresh', disconnect: 'logout' } as const
    expect(whatsapp.calls).toMatchObject([{ method: asked[action], whatsappId: id }])
    const { shouldConnect } = await acme.select('connections').select('shouldConnect').executeTakeFirstOrThrow()
    expect(shouldConnect).toBe(action === 'disconnect' ? 0 : 1)
  })

  test('pairSession asks for a pairing code with the normalized number', async () => {
    const { scopeOf, acme, id, whatsapp } = await createLinkedConnection()
    await acme.transaction((tx) => tx.update('connections').set({ status: 'DISCONNECTED' }).execute())
    expect(await pairSession(scopeOf('ana'), id, '(11) 98888-7777')).toEqual({ pairingCode: 'ABCD1234' })
    expect(whatsapp.calls).toMatchObject([{ method: 'pair', args: ['5511988887777'] }])
    await expect(pairSession(scopeOf('ana'), id, 'abc')).rejects.toMatchObject({ code: 'ERR_WAPP_INVALID_CONTACT' })
  })

  test('a new state is stored and published; a logged out connection is not started again', async () => {
    const { host, ref, published, platform } = await createLinkedConnection()
    await host.onState(ref, state({ status: 'OPENING', retries: 2 }))
    expect(published).toMatchObject([
      {
        entity: 'whatsappSession',
        payload: { action: 'update', session: { id: ref.whatsappId, status: 'OPENING', retries: 2 } },
      },
    ])
    expect(await listConnectionsToStart(platform)).toEqual([ref])
    await host.onState(ref, state({ status: 'DISCONNECTED', reason: 'loggedOut' }))
    expect(await listConnectionsToStart(platform)).toEqual([])
    published.length = 0
    await host.onState({ ...ref, whatsappId: 99 }, state())
    expect(published).toEqual([])
  })

  test('a session that starts anew, or at another node, keeps the number of the connection', async () => {
    const { host, ref, id, acme, published } = await createLinkedConnection()
    await host.onState(ref, state({ number: '5511900000000', lid: '77' }))
    const stored = () =>
      acme.select('connections').select(['status', 'number', 'lid']).where('id', '=', id).executeTakeFirstOrThrow()
    const { number: _, lid: __, ...starting } = state({ status: 'OPENING', reason: 'restarting' })
    await host.onState(ref, starting)
    expect(await stored()).toEqual({ status: 'OPENING', number: '5511900000000', lid: '77' })
    expect(published.at(-1)).toMatchObject({ payload: { session: { number: '5511900000000' } } })
    await host.onState(ref, state({ status: 'qrcode', reason: 'scanQr', number: null, lid: null }))
    expect(await stored()).toEqual({ status: 'qrcode', number: null, lid: null })
  })

  test('messages that wait for a connection are sent when it opens', async () => {
    const { host, ref, whatsapp, insertTicket, clientAs, jobs } = await createLinkedConnection()
    const { id } = await insertTicket({ status: 'open', userId: 3, queueId: 1, whatsappId: ref.whatsappId })
    await clientAs('bob').messages({ id }).post({ body: 'Oi' })
    await jobs.settle()
    whatsapp.openConnections.add(ref.whatsappId)
    await host.onState(ref, state())
    await jobs.settle()
    expect(whatsapp.sent).toMatchObject([{ content: { body: 'Oi' } }])
  })
})

test('a number counts as young from its link on; another one loses the declared age, the same one keeps it', async () => {
  const { host, ref, id, scopeOf, acme } = await createLinkedConnection()
  await acme.transaction((tx) => tx.update('connections').set({ createdAt: '2020-01-01T00:00:00.000Z' }).execute())
  const dailyCap = async () => (await getLane(scopeOf('ana'), id)).dailyCap
  await host.onState(ref, state())
  expect(await dailyCap()).toBe(20)
  await expect(changeLane(scopeOf('ana'), id, { numberSince: '2020-02-30' })).rejects.toThrow('ERR_VALIDATION')
  await changeLane(scopeOf('ana'), id, { numberSince: '2020-01-01' })
  expect(await dailyCap()).toBe(1500)
  await host.onState(ref, state({ status: 'DISCONNECTED', reason: 'loggedOut', number: null }))
  await host.onState(ref, state())
  expect(await dailyCap()).toBe(1500)
  await host.onState(ref, state({ number: '5511911111111' }))
  expect(await getLane(scopeOf('ana'), id)).toMatchObject({ dailyCap: 20, warmingUp: true, numberSince: null })
})

test('storedMessage returns own messages of the connection only', async () => {
  const { host, ref } = await createLinkedConnection()
  const [ours, theirs] = [textMessage({ fromMe: true, proto: new Uint8Array([4, 2]) }), textMessage()]
  await host.onInbound(ref, [ours, theirs])
  expect(await host.storedMessage(ref, ours.waId)).toEqual(new Uint8Array([4, 2]))
  expect(await host.storedMessage(ref, theirs.waId)).toBeUndefined()
  expect(await host.storedMessage({ ...ref, whatsappId: 99 }, ours.waId)).toBeUndefined()
})

test('typing of a customer publishes an event only with a live ticket', async () => {
  const { host, ref, published } = await createLinkedConnection()
  await host.onPresence(ref, personIdentity('5511988887777'), 'composing')
  expect(published).toEqual([])
  await host.onInbound(ref, [textMessage()])
  published.length = 0
  await host.onPresence(ref, personIdentity('5511988887777'), 'recording')
  expect(published).toMatchObject([
    { entity: 'presence', payload: { presence: 'recording', userId: null, ticket: { id: 1 } } },
  ])
})

test('a learnt identity completes an existing contact and creates none', async () => {
  const { host, ref, acme } = await createLinkedConnection()
  await host.onIdentity(ref, { number: '5511988887777', lid: '900001' })
  expect(await acme.select('contacts').select('id').execute()).toEqual([])
  await host.onInbound(ref, [textMessage({ chat: personIdentity(null, '900001') })])
  await host.onIdentity(ref, { number: '5511988887777', lid: '900001' })
  expect(await acme.select('contacts').select(['number', 'lid', 'waJid']).execute()).toEqual([
    { number: '5511988887777', lid: '900001', waJid: '900001@lid' },
  ])
})

describe('a call', () => {
  const call = (values: Partial<InboundCall> = {}): InboundCall => ({
    callId: 'C1',
    from: personIdentity('5511988887777'),
    isVideo: false,
    at: new Date().toISOString(),
    ...values,
  })

  test('is rejected, stored once in the live ticket, and answered with a text once in ten minutes', async () => {
    const { host, ref, acme, whatsapp, jobs } = await createLinkedConnection()
    whatsapp.openConnections.add(ref.whatsappId)
    await host.onInbound(ref, [textMessage()])
    for (const each of [call(), call(), call({ callId: 'C2', isVideo: true })]) await host.onCall(ref, each)
    await jobs.settle()
    const rows = await acme.select('messages').select(['mediaType', 'origin', 'body', 'detail']).orderBy('id').execute()
    const calls = rows.filter(({ mediaType }) => mediaType === 'call_log')
    expect(calls.map(({ body, detail }) => [body, JSON.parse(detail as string)])).toEqual([
      ['', { kind: 'voice' }],
      ['', { kind: 'video' }],
    ])
    expect(rows.map(({ mediaType, origin }) => [mediaType, origin])).toEqual([
      ['chat', 'customer'],
      ['call_log', 'customer'],
      ['chat', 'system'],
      ['call_log', 'customer'],
    ])
    expect(whatsapp.calls.filter(({ method }) => method === 'rejectCall')).toHaveLength(3)
    expect(whatsapp.sent).toHaveLength(1)
  })

  test('never creates or reopens a ticket', async () => {
    const { host, ref, acme } = await createLinkedConnection()
    await host.onCall(ref, call())
    expect(await acme.select('tickets').select('id').execute()).toEqual([])
    await host.onInbound(ref, [textMessage()])
    await acme.transaction((tx) => tx.update('tickets').set({ status: 'closed' }).execute())
    await host.onCall(ref, call())
    expect(await acme.select('tickets').select('status').execute()).toEqual([{ status: 'closed' }])
  })

  test('is stored but not rejected when calls are enabled', async () => {
    const { host, ref, acme, whatsapp } = await createLinkedConnection()
    await acme.transaction((tx) => tx.insert('settings', { key: 'call', value: 'enabled' }).execute())
    await host.onInbound(ref, [textMessage()])
    await host.onCall(ref, call())
    expect(whatsapp.calls).toEqual([])
    const [, noted] = await acme.select('messages').select(['mediaType', 'detail']).orderBy('id').execute()
    expect(noted).toEqual({ mediaType: 'call_log', detail: JSON.stringify({ kind: 'voice', rang: true }) })
  })
})

describe('queues', () => {
  test('with a repeated name or colour or beyond the plan are refused', async () => {
    const { scopeOf, platform } = await createInstallation()
    const refusal = (values: { name: string; color: string }) => expect(createQueue(scopeOf('ana'), values)).rejects
    await refusal({ name: 'Suporte', color: '#123456' }).toMatchObject({ code: 'ERR_QUEUE_NAME_ALREADY_EXISTS' })
    await refusal({ name: 'Nova', color: '#0A7F51' }).toMatchObject({ code: 'ERR_QUEUE_COLOR_ALREADY_EXISTS' })
    expect(await createQueue(scopeOf('ana'), { name: 'Nova', color: '#123456' })).toMatchObject({ name: 'Nova' })
    await platform.transaction(({ db }) => db.updateTable('plans').set({ queues: 3 }).execute())
    await refusal({ name: 'Outra', color: '#abcdef' }).toMatchObject({ code: 'ERR_PLAN_LIMIT' })
  })

  test('that are deleted leave their tickets without a queue', async () => {
    const { scopeOf, insertTicket, acme } = await createInstallation()
    await insertTicket({ queueId: 2, status: 'closed' })
    await deleteQueue(scopeOf('ana'), 2)
    expect(await acme.select('tickets').select('queueId').execute()).toEqual([{ queueId: null }])
    await expect(deleteQueue(scopeOf('ana'), 3)).rejects.toMatchObject({ code: 'ERR_NO_QUEUE_FOUND' })
  })
})
