import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '../../src/core/storage/db'
import { AuthState } from '../../src/whatsapp/auth-state'
import { type Baileys, loadBaileys } from '../../src/whatsapp/baileys'
import { Bounded } from '../../src/whatsapp/caches'
import type { PauseIfDue } from '../../src/whatsapp/turns'
import { companyId, createStore, secrets } from './world'

let store: Store
let baileys: Baileys
const directory = mkdtempSync(join(tmpdir(), 'whatsapp-keys-'))
beforeAll(async () => {
  store = await createStore(directory, 4)
  baileys = await loadBaileys()
})
afterAll(async () => {
  await store.close()
  rmSync(directory, { recursive: true })
})

let storeErrors: unknown[] = []
const openAuthState = (whatsappId = 1, cache = new Bounded(1000), pauseIfDue: PauseIfDue = () => undefined) => {
  const connection = { companyId, whatsappId }
  const onLost = (error: unknown) => storeErrors.push(error)
  return AuthState.open({
    store,
    secrets,
    connection,
    baileys,
    cache,
    cachePrefix: 'x',
    pauseIfDue,
    onLost,
  })
}
const bytes = (...values: number[]) => Buffer.from(values)
const listKeyRows = (whatsappId: number) =>
  store.read.kysely.selectFrom('wa_keys').selectAll().where('whatsappId', '=', whatsappId).execute()

const everyType = {
  'pre-key': { '1': { public: bytes(1), private: bytes(2) } },
  session: { '7_1.0': { _sessions: { a: { rootKey: 'AQID' } }, version: 'v1' } },
  'sender-key': { 'g@g.us::7_1::0': Buffer.from('[{"senderKeyId":1,"senderMessageKeys":[]}]') },
  'sender-key-memory': { 'g@g.us': { '7@lid': true } },
  'app-state-sync-version': { regular: { version: 3, hash: bytes(9), indexValueMap: { x: { valueMac: bytes(4) } } } },
  'lid-mapping': { '5511': '7', '7_reverse': '5511' },
  'device-list': { '5511': ['0', '3'] },
  tctoken: { '7@lid': { token: bytes(5), timestamp: '1' } },
  'identity-key': { '7_1.0': bytes(5, 6) },
}

test('a write of keys resolves after the pause of its number, and the keys are readable before', async () => {
  const pause = Promise.withResolvers<void>()
  const auth = await openAuthState(4, new Bounded(10), () => pause.promise)
  let hasResolved = false
  const write = async () => {
    await auth.keys.set({ 'lid-mapping': { '5511': '7' } })
    hasResolved = true
  }
  const writing = write()
  await auth.settled()
  expect(await auth.lookUp('5511')).toBe('7')
  expect(hasResolved).toBe(false)
  pause.resolve()
  await writing
})

test('keys of every type are read back unchanged, also after a restart, and null deletes them', async () => {
  const auth = await openAuthState()
  await auth.keys.set(everyType as never)
  const read = async (from: AuthState) => {
    const all: Record<string, unknown> = {}
    for (const [type, entries] of Object.entries(everyType))
      all[type] = await from.keys.get(type as never, Object.keys(entries))
    return all
  }
  expect(await read(auth)).toEqual(everyType)
  await auth.settled()
  expect(await read(await openAuthState())).toEqual(everyType)
  expect(await (await openAuthState()).keys.get('session', ['nobody'])).toEqual({})
  await auth.keys.set({ session: { '7_1.0': null } })
  expect(await auth.keys.get('session', ['7_1.0'])).toEqual({})
  await auth.settled()
  expect(await (await openAuthState()).keys.get('session', ['7_1.0'])).toEqual({})
})

test('an app state key is read back as the protobuf class that Baileys needs', async () => {
  const auth = await openAuthState(2)
  const keyData = baileys.proto.Message.AppStateSyncKeyData.fromObject({ keyData: bytes(1, 2), timestamp: 5 })
  await auth.keys.set({ 'app-state-sync-key': { a: keyData } })
  await auth.settled()
  const found = (await (await openAuthState(2)).keys.get('app-state-sync-key', ['a'])).a
  expect(Buffer.from(found?.keyData ?? [])).toEqual(bytes(1, 2))
})

test('stored values are encrypted, and a value copied into another row does not decrypt', async () => {
  const auth = await openAuthState(3)
  await auth.keys.set({ 'lid-mapping': { one: 'a secret mapping', other: 'b' } })
  await auth.settled()
  const [one, other] = await listKeyRows(3)
  expect(Buffer.from(one?.value ?? []).includes('secret')).toBe(false)
  await store.write(({ kysely }) =>
    kysely
      .updateTable('wa_keys')
      .set({ value: other?.value })
      .where('whatsappId', '=', 3)
      .where('keyId', '=', 'one')
      .execute(),
  )
  const again = await openAuthState(3)
  expect(() => again.keys.get('lid-mapping', ['one'])).toThrow()
})

test('sender keys with seeds in JSON form are stored with seeds as bytes, which saves a retry', async () => {
  const auth = await openAuthState(2)
  const seed = { type: 'Buffer', data: [1, 2, 3] }
  await auth.keys.set({
    'sender-key': { g: Buffer.from(JSON.stringify([{ senderMessageKeys: [{ iteration: 1, seed }] }])) },
  })
  await auth.settled()
  const kept = (await (await openAuthState(2)).keys.get('sender-key', ['g'])).g as Uint8Array
  expect(JSON.parse(Buffer.from(kept).toString(), baileys.BufferJSON.reviver)).toEqual([
    { senderMessageKeys: [{ iteration: 1, seed: bytes(1, 2, 3) }] },
  ])
})

test('credentials of an abandoned link are not restored, those of a complete link are', async () => {
  const auth = await openAuthState(4)
  auth.creds.me = { id: '5511@s.whatsapp.net', name: '~' }
  await auth.saveCreds()
  const second = await openAuthState(4)
  expect(second.creds.me).toBeUndefined()
  expect(second.isLinked).toBe(false)
  Object.assign(second.creds, { me: { id: '5511:1@s.whatsapp.net' }, account: { details: bytes(1) } })
  await Promise.all([second.saveCreds(), second.saveCreds()])
  const third = await openAuthState(4)
  expect(third.isLinked).toBe(true)
  expect(third.creds.noiseKey).toEqual(second.creds.noiseKey)
})

test('a failed write is reported once, its keys are not read back, and `storing` never resolves', async () => {
  storeErrors = []
  const { write } = store
  const auth = await openAuthState(2)
  store.write = () => Promise.reject(new Error('disk full'))
  await auth.keys.set({ 'lid-mapping': { full: '1' } })
  const storing = auth.storing
  await auth.settled()
  store.write = write
  expect(storeErrors).toHaveLength(1)
  expect(await Promise.race([storing?.then(() => 'settled'), Bun.sleep(30).then(() => 'waits')])).toBe('waits')
  expect(await (await openAuthState(2)).keys.get('lid-mapping', ['full'])).toEqual({})
})

test('a frozen state starts no write, finishes the one begun, and still reads', async () => {
  const auth = await openAuthState(2)
  await auth.keys.set({ 'lid-mapping': { begun: '1' } })
  auth.freeze()
  const late = Promise.race([auth.keys.set({ 'lid-mapping': { late: '1' } }), Bun.sleep(20).then(() => 'waits')])
  expect(await late).toBe('waits')
  expect(await auth.keys.get('lid-mapping', ['begun', 'late'])).toEqual({ begun: '1' })
  await auth.settled()
  expect(await (await openAuthState(2)).keys.get('lid-mapping', ['begun', 'late'])).toEqual({ begun: '1' })
})

test('a key that is absent is remembered as absent until it is written', async () => {
  const cache = new Bounded(10)
  const auth = await openAuthState(2, cache)
  expect(await auth.keys.get('device-list', ['absent'])).toEqual({})
  expect(cache.get('x/device-list/absent')).toBeNull()
  expect(await auth.keys.get('device-list', ['absent'])).toEqual({})
  await auth.keys.set({ 'device-list': { absent: ['1'] } })
  expect(await auth.keys.get('device-list', ['absent'])).toEqual({ absent: ['1'] })
  await auth.settled()
  expect(await auth.keys.get('device-list', ['absent'])).toEqual({ absent: ['1'] })
})
