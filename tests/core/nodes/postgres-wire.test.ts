import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test'
import { SQL } from 'bun'
import { type PostgresServer, startPostgres } from '../../../scripts/postgres'
import { Bus } from '../../../src/core/nodes/bus'
import { InFlight } from '../../../src/core/process/in-flight'
import { clientOptions } from '../../../src/core/storage/postgres/address'
import { PostgresWire } from '../../../src/core/storage/postgres/wire'
import { until } from '../../until'

let server: PostgresServer
let admin: SQL
const buses: Bus[] = []

beforeAll(async () => {
  server = await startPostgres()
  admin = new SQL({ ...clientOptions(server.address), max: 1 } as never)
  await admin.unsafe(
    'create unlogged table bus_deposits (key text primary key, text text not null, "at" bigint not null)',
  )
})
afterEach(async () => {
  for (const bus of buses.splice(0)) await bus.stop()
})
afterAll(async () => {
  await admin.close({ timeout: 0 })
  await server.stop()
})

async function join(node: string) {
  const heard: unknown[] = []
  const seen = { losses: 0 }
  const listener = {
    receive: (_: string, __: string, content: unknown) => void heard.push(content),
    lose: () => void seen.losses++,
    leave: () => {},
  }
  const bus = new Bus(node, new PostgresWire(clientOptions(server.address)), listener)
  buses.push(bus)
  await bus.start()
  return { bus, heard, seen }
}

test('items of every size and sign reach the other process once and in order', async () => {
  const [a, b] = [await join('a'), await join('b')]
  const contents = [1, 7000, 7799, 7800, 9000, 200_000].map((size) => 'é"\\\n'.repeat(size / 4))
  for (const content of [...contents, { of: ['😀', null, 1.5] }]) a.bus.send('event', content)
  await until('all', () => b.heard.length === contents.length + 1)
  expect(b.heard).toEqual([...contents, { of: ['😀', null, 1.5] }])
  expect([a.heard, a.seen.losses, b.seen.losses]).toEqual([[], 0, 0])
})

test('a cut connection is a loss, and later items arrive', async () => {
  const [a, b] = [await join('a'), await join('b')]
  a.bus.send('event', 1)
  await until('the first', () => b.heard.length === 1)
  const cut = "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'balcao events'"
  await admin.unsafe(cut)
  await until('the loss', () => b.seen.losses > 0 && a.seen.losses > 0)
  const before = b.heard.length
  await until('a later item', () => {
    a.bus.send('event', 'later')
    return b.heard.length > before
  })
})

test('work with one key runs once at a time over all processes, and a deposit is taken once', async () => {
  const wires = [1, 2].map(() => new PostgresWire(clientOptions(server.address)))
  const [one, two] = wires.map((wire) => new InFlight(wire)) as [InFlight, InFlight]
  const running = Promise.withResolvers<string>()
  const begun = Promise.withResolvers<void>()
  const first = one.exclusive('card/1', () => {
    begun.resolve()
    return running.promise
  })
  await begun.promise
  expect(await two.exclusive('card/1', async () => 'second')).toBe(null)
  const shared = two.share('card/1', async () => 'after the first')
  expect(await two.exclusive('card/2', async () => 'another key')).toBe('another key')
  running.resolve('first')
  expect([await first, await shared]).toEqual(['first', 'after the first'])

  const key = await (wires[0] as PostgresWire).deposit('once')
  const takes = await Promise.all(wires.map((wire) => wire.take(key)))
  expect(takes.toSorted()).toEqual([null, 'once'].toSorted())
  for (const wire of wires) await wire.close()
})

test('deposits are kept for ten minutes, then removed', async () => {
  const wire = new PostgresWire(clientOptions(server.address))
  const [old, fresh] = [await wire.deposit('old'), await wire.deposit('fresh')]
  await admin.unsafe(`update bus_deposits set "at" = "at" - 601000 where key = '${old}'`)
  await wire.removeOldDeposits()
  expect([await wire.fetch(old), await wire.fetch(fresh)]).toEqual([null, 'fresh'])
  await wire.close()
})
