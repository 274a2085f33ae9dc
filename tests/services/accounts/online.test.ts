import { expect, test } from 'bun:test'
import type { CompanyId } from '../../../src/core/storage/schema'
import { Online } from '../../../src/features/accounts/users/online'
import { companies, createInstallation } from '../../installation'

const acme = companies.acme as CompanyId

/** Installation with a clock that moves only by the test. */
async function createWithFixedClock() {
  let now = Date.parse('2026-03-01T12:00:00.000Z')
  const installation = await createInstallation({ clock: () => now })
  const told = () =>
    installation.published.flatMap(({ payload }) =>
      'user' in payload && 'online' in payload.user ? [payload.user.online] : [],
    )
  const pass = (seconds: number) => {
    now += seconds * 1000
    return installation.services.online.sweep()
  }
  return { ...installation, online: installation.services.online, told, pass }
}

test('a user is online from the first socket until a minute after the last one; only changes publish events', async () => {
  const { online, told, pass, clientAs } = await createWithFixedClock()
  await online.connected(acme, 3)
  await online.connected(acme, 3)
  expect(told()).toEqual([true])
  online.disconnected(3)
  await pass(120)
  expect(told()).toEqual([true])
  online.disconnected(3)
  await pass(59)
  expect(told()).toEqual([true])
  await pass(1)
  expect(told()).toEqual([true, false])
  await pass(600)
  const { data } = await clientAs('ana').users({ id: 3 }).get()
  expect([data?.online, data?.lastSeenAt]).toEqual([false, '2026-03-01T12:02:00.000Z'])
})

test('lastSeenAt of an online user is stored once a minute without an event', async () => {
  const { online, told, pass, clientAs } = await createWithFixedClock()
  const seenAt = async () => (await clientAs('ana').users({ id: 3 }).get()).data?.lastSeenAt
  await online.active(3) // no socket yet, so not online
  expect(await seenAt()).toBeNull()
  await online.connected(acme, 3)
  await pass(59)
  await online.active(3)
  expect(await seenAt()).toBe('2026-03-01T12:00:00.000Z')
  await pass(241)
  await online.active(3)
  expect(await seenAt()).toBe('2026-03-01T12:05:00.000Z')
  expect(told()).toEqual([true])
})

test('a page reload does not end online', async () => {
  const { online, told, pass } = await createWithFixedClock()
  await online.connected(acme, 3)
  online.disconnected(3)
  await pass(30)
  await online.connected(acme, 3)
  await pass(600)
  expect(told()).toEqual([true])
})

test('a start marks all users as offline until they connect', async () => {
  const { online, platform, ports, clientAs } = await createWithFixedClock()
  await online.connected(acme, 3)
  expect((await clientAs('ana').users({ id: 3 }).get()).data?.online).toBe(true)
  const next = new Online(ports)
  await next.connected(acme, 2)
  await next.resetAll(platform)
  expect((await clientAs('sara').users({ id: 2 }).get()).data?.online).toBe(true)
  expect((await clientAs('ana').users({ id: 3 }).get()).data?.online).toBe(false)
})
