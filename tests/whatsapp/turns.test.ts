import { describe, expect, test } from 'bun:test'
import type { Store } from '../../src/core/storage/db'
import { type PauseIfDue, Turns } from '../../src/whatsapp/turns'
import { createWorld, link, until } from './world'

/** Keeps the processor busy for one millisecond. */
function work() {
  for (const end = performance.now() + 1; performance.now() < end; );
}

async function workOff(name: string, pauseIfDue: PauseIfDue, pieces: number, log: string[]) {
  for (let n = 0; n < pieces; n++) {
    work()
    log.push(name)
    await pauseIfDue()
  }
}

/** Counts the turns of the event loop until stopped. */
function countTurns() {
  let turns = 0
  let going = true
  const turn = () => {
    turns++
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    going = false
    return turns
  }
}

describe('Turns', () => {
  test('a number with a long row of work lets the event loop turn in between', async () => {
    const stop = countTurns()
    await workOff('a', new Turns().forNumber(), 40, [])
    expect(stop()).toBeGreaterThan(5)
  })

  test('two numbers with long rows of work go on alternately', async () => {
    const turns = new Turns()
    const log: string[] = []
    await Promise.all([workOff('a', turns.forNumber(), 40, log), workOff('b', turns.forNumber(), 40, log)])
    expect(log.slice(0, 40)).toContain('b')
    expect(log.slice(40)).toContain('a')
  })

  test('a number with a single piece of work does not wait for one with a long row', async () => {
    const turns = new Turns()
    const log: string[] = []
    const long = workOff('long', turns.forNumber(), 40, log)
    await new Promise((resolve) => setImmediate(resolve))
    await workOff('single', turns.forNumber(), 1, log)
    await long
    expect(log.indexOf('single')).toBeLessThan(30)
  })
})

test('a burst of 600 messages on one number is worked off over many turns of the event loop', async () => {
  const world = await createWorld()
  const owner = await link(world)
  const ana = world.emulator.customer('5511922229901')
  await (await ana.send(owner, 'Oi')).waitForStage('delivered')
  world.emulator.faults.freeze(owner.number)
  const burst = 600
  for (let n = 0; n < burst; n++) await ana.send(owner, `onda ${n}`)
  const perTurn = writesPerTurn(world.store)
  world.emulator.faults.thaw(owner.number)
  await until('all received', () => world.host.messages.length > burst)
  expect(Math.max(...perTurn())).toBeLessThan(burst / 3)
  const bodies = world.host.messages.slice(1).map(({ body }) => body)
  expect(bodies).toEqual(Array.from({ length: burst }, (_, n) => `onda ${n}`))
  await world.stop()
})

/** How many writes were asked for in each turn of the event loop from now on. */
function writesPerTurn(store: Store) {
  const counts = [0]
  const write = store.write.bind(store)
  store.write = (work) => {
    counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1
    return write(work)
  }
  let going = true
  const turn = () => {
    counts.push(0)
    if (going) setImmediate(turn)
  }
  setImmediate(turn)
  return () => {
    going = false
    store.write = write
    return counts
  }
}
