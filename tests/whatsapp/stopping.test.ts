import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createWorld, link, type World } from './world'

/** stop() while a start is under way. */

/** Places for handshakes (options.ts), and one connection more. */
const starters = [4, 5, 6, 7, 8, 9]
let world: World
beforeAll(async () => {
  world = await createWorld({ connections: starters.length + 3 })
})
afterAll(() => world.stop())

async function waitTurns(count: number) {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('a connection stopped at any step of its start does not connect', async () => {
  const { connection, whatsapp, host, emulator } = world
  await link(world)
  await whatsapp.stop(connection)
  const openings = () => host.states.filter(({ whatsappId, status }) => whatsappId === 1 && status === 'CONNECTED')
  const sockets = () => emulator.journal.connections.length
  let reachedServer = false
  let openedBeforeStop = openings().length // on a busy machine, a login may end within the turns of the loop
  for (let turns = 0; turns < 1000 && !reachedServer; turns++) {
    const [before, opened] = [sockets(), openings().length]
    await whatsapp.start(connection)
    await waitTurns(turns)
    reachedServer = sockets() > before
    openedBeforeStop += openings().length - opened
    await whatsapp.stop(connection)
    await waitTurns(20)
  }
  expect(reachedServer).toBe(true)
  await link(world, '5511911110002', 2) // longer than a login of the first connection
  expect(openings().length).toBe(openedBeforeStop)
  expect(whatsapp.isOpen(connection)).toBe(false)
  expect(host.lastStateOf(1)).toMatchObject({ status: 'DISCONNECTED', reason: 'stoppedByUser' })
})

test('connections stopped before their handshake leave its place to others', async () => {
  const { whatsapp, ref } = world
  await Promise.all(starters.flatMap((id) => [whatsapp.start(ref(id)), whatsapp.stop(ref(id))]))
  await link(world, '5511911110003', 3)
  expect(whatsapp.isOpen(ref(3))).toBe(true)
})
