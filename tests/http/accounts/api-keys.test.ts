import { expect, test } from 'bun:test'
import type { ApiKeyInput } from '../../../src/features/accounts/api-keys/model'
import { Authenticator } from '../../../src/features/accounts/auth/authenticator'
import { deleteUser } from '../../../src/features/accounts/users/delete'
import { limits } from '../../../src/shared/limits'
import { createInstallation, errorAnswer, people } from '../../installation'
import { storedBytes } from '../../stored-rows'
import { until } from '../../until'

/** Company with a key of Ana, and requests with it. */
async function createKeyed(input: Partial<ApiKeyInput> = {}, options: Parameters<typeof createInstallation>[0] = {}) {
  const installation = await createInstallation(options)
  const { data } = await installation.clientAs('ana')['api-keys'].post({ name: 'Loja', scopes: ['read'], ...input })
  const { id, key } = data as { id: number; key: string }
  async function ask(path: string, { given = key, from = '203.0.113.7', method = 'GET', body = {} } = {}) {
    const headers = { authorization: `Bearer ${given}`, 'x-forwarded-for': from, 'content-type': 'application/json' }
    const init = method === 'GET' ? {} : { body: JSON.stringify(body) }
    const response = await installation.app.handle(
      new Request(`http://localhost/api${path}`, { method, headers, ...init }),
    )
    return { status: response.status, body: await response.json(), headers: response.headers }
  }
  const keyRow = async () => installation.acme.select('api_keys').selectAll().executeTakeFirst()
  const logOf = async (entity: string) =>
    (await installation.acme.select('audit_log').selectAll().where('entity', '=', entity).orderBy('id').execute()).map(
      ({ action, actorName, name, address }) => ({ action, actorName, name, address }),
    )
  const keys = () => installation.clientAs('ana')['api-keys']
  return { ...installation, id, key, ask, keyRow, logOf, keys }
}
const refused = { status: 401, body: { error: 'ERR_API_TOKEN' } }

test('a new key is returned once, stored as a hash, and listed by its start', async () => {
  const { id, key, keys, store, ask } = await createKeyed()
  expect(key).toMatch(/^blc_[\w-]{43}$/)
  const { data } = await keys().get()
  const [listed] = data?.apiKeys ?? []
  expect(listed).toEqual({
    ...{ id, name: 'Loja', prefix: key.slice(0, 10), scopes: ['read'], addresses: [], expiresOn: null, ended: false },
    ...{ lastUsedAt: null, lastAddress: '', user: { id: people.ana.id, name: 'Ana' } },
    confirms: true,
    createdAt: expect.any(String),
  })
  expect((await storedBytes(store)).includes(key)).toBe(false)
  expect((await ask('/tickets')).status).toBe(200)
  expect((await ask('/tags', { method: 'POST', body: { name: 'VIP' } })).body).toEqual({
    error: 'ERR_KEY_SCOPE',
    scope: 'manage',
  })
  expect((await ask('/auth/me')).body).toEqual({ error: 'ERR_KEY_SCOPE', scope: null })
})

test('a revoked key, one past its day and one of a person who is no admin any more are refused at once', async () => {
  const revoked = await createKeyed()
  expect((await revoked.ask('/tickets')).status).toBe(200)
  expect((await revoked.keys()({ id: revoked.id }).delete()).status).toBe(200)
  expect(await revoked.ask('/tickets')).toMatchObject(refused)
  const ended = await createKeyed({ expiresOn: '2099-01-31' })
  expect((await ended.ask('/tickets')).status).toBe(200)
  await ended.acme.transaction((tx) => tx.update('api_keys').set({ expiresOn: '2026-01-31' }).execute())
  ended.ports.rightsChanged(ended.acme.companyId)
  expect(await ended.ask('/tickets')).toMatchObject(refused)
  expect((await ended.keys().get()).data?.apiKeys).toMatchObject([{ ended: true }])
  const demoted = await createKeyed()
  await demoted.acme.transaction((tx) =>
    tx.update('users').set({ profile: 'supervisor' }).where('id', '=', people.ana.id).execute(),
  )
  demoted.ports.rightsChanged(demoted.acme.companyId)
  expect(await demoted.ask('/tickets')).toMatchObject(refused)
})

test('a key ends with the user that made it', async () => {
  const { acme, ports, clientAs, scopeOf, ask, keyRow } = await createKeyed()
  await acme.transaction(async (tx) => {
    await tx.delete('api_keys').execute()
    await tx.update('users').set({ profile: 'admin' }).where('id', '=', people.bob.id).execute()
  })
  ports.rightsChanged(acme.companyId)
  const { data } = await clientAs('bob')['api-keys'].post({ name: 'Loja', scopes: ['read'] })
  const { key: given } = data as { key: string }
  expect((await ask('/tickets', { given })).status).toBe(200)
  await deleteUser(scopeOf('ana'), people.bob.id)
  expect(await ask('/tickets', { given })).toMatchObject(refused)
  expect(await keyRow()).toBeUndefined()
})

test('another process refuses a revoked key as soon as it is told of the change', async () => {
  const { services, keys, id, key, acme } = await createKeyed()
  const other = new Authenticator(services.ports, services.hub)
  const authenticate = () => other.authenticateKey(key, () => '203.0.113.7')
  expect((await authenticate()).me.userId).toBe(people.ana.id)
  await keys()({ id }).delete()
  await other.refreshRights(acme.companyId, people.ana.id) // the packet of the process that revoked it
  expect(authenticate()).rejects.toThrow('ERR_API_TOKEN')
})

test('a process that is told nothing refuses a revoked key after a second', async () => {
  const { services, keys, id, key } = await createKeyed()
  const other = new Authenticator(services.ports, services.hub)
  const authenticate = () => other.authenticateKey(key, () => '203.0.113.7')
  expect((await authenticate()).me.userId).toBe(people.ana.id)
  await keys()({ id }).delete()
  await Bun.sleep(1001)
  expect(authenticate()).rejects.toThrow('ERR_API_TOKEN')
})

test('a key is accepted only from its addresses, and the log names the first refused one of a minute', async () => {
  const { ask, logOf, auth } = await createKeyed({
    addresses: [' 203.0.113.0/24 ', '2001:db8:0:5::/64', '198.51.100.9'],
  })
  for (const from of ['203.0.113.255', '198.51.100.9', '2001:db8:0:5:1:2:3:4'])
    expect((await ask('/tickets', { from })).status).toBe(200)
  for (const from of ['203.0.114.1', '198.51.100.10', '2001:db8:0:6::1'])
    expect(await ask('/tickets', { from })).toMatchObject(refused)
  const refusals = async () => (await logOf('apiKey')).filter(({ action }) => action === 'refuse')
  await until('a line', async () => (await refusals()).length === 1)
  await auth.refusals.sweep(true)
  const lines = await refusals()
  expect(lines).toHaveLength(2)
  expect(lines[0]).toEqual({
    ...{ action: 'refuse', actorName: 'Ana (API: Loja)', name: 'Loja: 203.0.114.1', address: '203.0.114.1' },
  })
})

test.each([
  ['no scope', { scopes: [] }, ['scopes']],
  ['an unknown scope', { scopes: ['all'] }, ['scopes.0']],
  ['a name of blanks', { name: '   ' }, ['name']],
  ['a past day', { expiresOn: '2026-01-31' }, ['expiresOn']],
  ['a day that the calendar does not have', { expiresOn: '2099-02-31' }, ['expiresOn']],
  ['a host name', { addresses: ['example.com'] }, ['addresses']],
  ['too long a prefix', { addresses: ['203.0.113.0/33'] }, ['addresses']],
])('a key with %s is refused and nothing is stored', async (_, input, fields) => {
  const { clientAs, acme } = await createInstallation()
  const answer = await clientAs('ana')['api-keys'].post({ name: 'Loja', scopes: ['read'], ...input } as never)
  expect(answer).toMatchObject(errorAnswer(422, 'ERR_VALIDATION', { fields }))
  expect(await acme.select('api_keys').select('id').execute()).toEqual([])
})

test('an update with one blank field alone changes nothing', async () => {
  const { id, keys, keyRow } = await createKeyed()
  const before = await keyRow()
  const { data, error } = await keys()({ id }).put({ addresses: '' as never })
  expect([error?.value, data]).toEqual([undefined, expect.objectContaining({ id, name: 'Loja' })])
  expect(await keyRow()).toEqual(before)
})

test('a company has at most 50 keys', async () => {
  const { keys, acme, keyRow } = await createKeyed()
  const { id: _, companyId: __, ...row } = (await keyRow())!
  await acme.transaction(async (tx) => {
    for (let n = 1; n < limits.apiKeys; n++) await tx.insert('api_keys', { ...row, keyHash: `hash ${n}` }).execute()
  })
  const answer = await keys().post({ name: 'Mais uma', scopes: ['read'] })
  expect(answer).toMatchObject(errorAnswer(409, 'ERR_TOO_MANY_API_KEYS'))
})

test('a change of scopes counts at once, and the log has who made, changed, used and revoked the key', async () => {
  const { ask, keys, id, logOf, auth } = await createKeyed()
  expect((await keys()({ id }).put({ scopes: ['manage'], name: 'Sítio' })).status).toBe(200)
  expect((await ask('/tickets')).status).toBe(403)
  for (let n = 0; n < 3; n++)
    expect((await ask('/tags', { method: 'POST', body: { name: `VIP ${n}` } })).status).toBe(200)
  await keys()({ id }).delete()
  await auth.refusals.sweep(true)
  expect(await logOf('apiKey')).toMatchObject([
    { action: 'create', actorName: 'Ana', name: 'Loja' },
    { action: 'update', actorName: 'Ana', name: 'Sítio' },
    { action: 'ask', actorName: 'Ana (API: Sítio)', name: 'Sítio: POST /api/tags', address: '203.0.113.7' },
    { action: 'revoke', actorName: 'Ana', name: 'Sítio' },
    { action: 'ask', name: 'Sítio: POST /api/tags' },
  ])
})

test('the last use is stored at most once a minute', async () => {
  const { ask, keyRow } = await createKeyed()
  await ask('/tickets')
  const first = await keyRow()
  expect(first).toMatchObject({ lastAddress: '203.0.113.7', lastUsedAt: expect.any(String) })
  await ask('/tickets', { from: '203.0.113.8' })
  expect(await keyRow()).toEqual(first!)
})

test('wrong keys are limited by address, and each key by its own requests', async () => {
  const { ask } = await createKeyed({}, { clock: () => 0 })
  for (let n = 0; n < 20; n++) expect((await ask('/tickets', { given: `blc_${n}` })).status).toBe(401)
  expect((await ask('/tickets', { given: 'blc_no' })).status).toBe(429)
  for (let n = 0; n < 1200; n++) expect((await ask('/tags/list')).status).toBe(200)
  expect((await ask('/tags/list')).status).toBe(429)
})

test.each([
  [402, 'ERR_SUBSCRIPTION_EXPIRED', `update companies set "dueDate" = '2020-01-01'`],
  [403, 'ERR_COMPANY_DISABLED', 'update companies set status = 0'],
  [403, 'ERR_NO_PERMISSION', 'update plans set "useExternalApi" = 0'],
])('a key answers %d %s as the state of its company and plan demands', async (status, error, change) => {
  const { ask, store, ports, acme } = await createKeyed()
  expect((await ask('/tickets')).status).toBe(200)
  await store.write(async (tx) => tx.run(change, []))
  ports.rightsChanged(acme.companyId)
  expect(await ask('/tickets')).toMatchObject({ status, body: { error } })
})

test('a key spends a budget of its own for searches, not that of its maker', async () => {
  const { ask, clientAs } = await createKeyed({}, { clock: () => 0, budgets: 1 })
  const search = () => ask('/contacts?searchParam=maria')
  let refused = await search()
  for (let n = 0; n < 1000 && refused.status === 200; n++) refused = await search()
  expect(refused).toMatchObject({ status: 429, body: { error: 'ERR_BUDGET', budget: 'search' } })
  expect((await clientAs('ana').contacts.get({ query: { searchParam: 'maria' } })).status).toBe(200)
})
